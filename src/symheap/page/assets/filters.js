// Which paths a tree shows: those with an outcome, those of a finding, those that come by a line.

const OUTCOMES = { good: "that end normally", bad: "that crash", thrown: "that throw on purpose", open: "that are undecided" };

class Filters {
  constructor(changed) {
    this.changed = changed;
    this.all = false;
    const act = () => this.changed();
    this.outcome = el("select", { "aria-label": "Paths to show", on: { change: act } });
    this.line = el("input", {
      type: "number", min: "1", placeholder: "Line", "aria-label": "Only paths that come by this line", class: "line-filter",
      on: { change: act },
    });
    this.minor = button("Library decisions", () => this.toggleMinor(), { "aria-pressed": "false" });
    this.minor.hidden = true;
    this.element = el("span", { class: "filters" }, this.outcome, this.line, this.minor);
    this.offered = "";
  }

  toggleMinor() {
    this.all = !this.all;
    this.minor.setAttribute("aria-pressed", String(this.all));
    this.changed();
  }

  // The choices are those that some path has.
  offer(paths) {
    this.minor.hidden = this.all ? false : !paths.some(path => path.branches.some(branch => branch.minor));
    const styles = Object.keys(OUTCOMES).filter(style => paths.some(path => path.style === style));
    const ends = new Set(paths.filter(canFail).flatMap(path => endPlaces(path).map(keyOfPlace)));
    const findings = model.findings.flatMap((finding, at) => (ends.has(keyOfPlace(finding)) ? [at] : [])).slice(0, 50);
    const offered = [...styles, ...findings].join(" ");
    if (offered === this.offered) return;
    this.offered = offered;
    const kept = this.outcome.value;
    this.outcome.replaceChildren(el("option", { value: "" }, "All paths"),
      ...styles.map(style => el("option", { value: style }, `Paths ${OUTCOMES[style]}`)),
      ...findings.map(at => el("option", { value: `finding ${at}` }, findingName(model.findings[at]))));
    this.outcome.value = kept;
    if (this.outcome.selectedIndex < 0) this.outcome.value = "";
  }

  takes(path) {
    const wanted = this.outcome.value;
    if (wanted.startsWith("finding ")) {
      if (!isOf(path, model.findings[Number(wanted.slice(8))])) return false;
    } else if (wanted && path.style !== wanted) return false;
    const line = Number(this.line.value);
    return !line || placesOf(path).some(place => place?.line === line);
  }

  clear() {
    this.outcome.value = "";
    this.line.value = "";
    this.changed();
  }
}

function placesOf(path) {
  return [...path.branches.map(branch => placeOf(branch.position)), ...endPlaces(path)];
}

function endPlaces(path) {
  return [path.outcome?.position, ...(path.outcome?.stack ?? [])].map(placeOf);
}

function canFail(path) {
  return path.style !== "good" && path.style !== "open";
}

function keyOfPlace(place) {
  return place ? `${baseName(place.file ?? "")}:${place.line}` : "";
}

function isOf(path, finding) {
  return canFail(path) && endPlaces(path).some(place => keyOfPlace(place) === keyOfPlace(finding));
}

function findingName(finding) {
  return cut(`Finding: ${finding.message || finding.kind}, ${baseName(finding.file ?? "")}:${finding.line}`, 80);
}
