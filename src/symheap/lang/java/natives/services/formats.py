"""Formatters of numbers and dates, and related classes: opaque services."""

from __future__ import annotations

import re
from string import ascii_letters

from symheap.core.terms import NULL
from symheap.core.types import Field
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Models
from symheap.lang.java.natives.services.opaque import Cells, Check, Service, new, one_of
from symheap.lang.java.natives.system import PROPERTIES
from symheap.objects import ir
from symheap.objects.host import Host, Throws
from symheap.objects.ir import Reg

MODELS = Models()
_TEXT, _LOCALE, _SYMBOLS = "Ljava/lang/String;", "Ljava/util/Locale;", "Ljava/text/DecimalFormatSymbols;"
_NUMBER, _DATE = "java.text.NumberFormat", "java.text.DateFormat"

# Numbers

_FRACTION = r"(?:\.0*#*)?"
_DECIMAL = re.compile(rf"[-+$ ]?(?:(?:#+|#*0+|#*,#*0+){_FRACTION}|\.0+#*|#*0+{_FRACTION}E0+)[ %]?")
"""A subset of the patterns that the JDK accepts."""


def _is_decimal_pattern(text: str) -> bool:
    return _DECIMAL.fullmatch(text) is not None


_decimal = Service(MODELS, "java.text.DecimalFormat")
_decimal.constructed("")
_decimal.constructed(_TEXT, _TEXT + _SYMBOLS, check=one_of(_is_decimal_pattern))
_decimal.made(
    *(
        f"{_NUMBER}.get{kind}Instance({locale})L{_NUMBER.replace('.', '/')};"
        for kind in ("", "Number", "Integer", "Percent", "Currency")
        for locale in ("", _LOCALE)
    )
)
_decimal.configured(
    f"{_decimal.class_name}.setDecimalFormatSymbols({_SYMBOLS})V",
    f"{_decimal.class_name}.setGroupingUsed(Z)V",
    f"{_decimal.class_name}.setDecimalSeparatorAlwaysShown(Z)V",
    *(
        f"{_decimal.class_name}.set{end}{part}Digits(I)V"
        for end in ("Minimum", "Maximum")
        for part in ("Integer", "Fraction")
    ),
)
_decimal.configured(f"{_decimal.class_name}.applyPattern({_TEXT})V", check=one_of(_is_decimal_pattern))
_decimal.written(f"{_NUMBER}.format(D){_TEXT}", f"{_NUMBER}.format(J){_TEXT}")

_symbols = Service(MODELS, "java.text.DecimalFormatSymbols")
_symbols.constructed("", _LOCALE)
_symbols.made(*(f"{_symbols.class_name}.getInstance({locale}){_SYMBOLS}" for locale in ("", _LOCALE)))
_symbols.configured(*(f"{_symbols.class_name}.set{which}Separator(C)V" for which in ("Decimal", "Grouping")))

# Dates

_DATE_LETTERS = frozenset("GyYMLwWDdFEuaHkKhmsSzZX")


def _is_date_pattern(text: str) -> bool:
    """Whether a pattern has only known letters outside quotes, X at most three times in a row, and closed quotes."""
    outside = text.split("'")[::2]
    known = all(char in _DATE_LETTERS or char not in ascii_letters for part in outside for char in part)
    return known and text.count("'") % 2 == 0 and "XXXX" not in text


def _styles(*kinds: str) -> Check:
    """Check that the first arguments are styles of these kinds, from FULL to SHORT; the last one is checked first."""

    def check(host: Host, cells: Cells) -> None:
        for kind, cell in reversed(tuple(zip(kinds, cells, strict=False))):
            style = host.plain(cell)
            if style not in range(4):
                raise Throws("java.lang.IllegalArgumentException", f"Illegal {kind} style {style}")

    return check


_date = Service(MODELS, "java.text.SimpleDateFormat")
_date.constructed("")
_date.constructed(_TEXT, _TEXT + _LOCALE, check=one_of(_is_date_pattern))
for _name, _kinds in (("Date", ("date",)), ("Time", ("time",)), ("DateTime", ("date", "time"))):
    _getter, _result = f"{_DATE}.get{_name}Instance", f"L{_DATE.replace('.', '/')};"
    _date.made(f"{_getter}(){_result}")
    for _parameters in ("I" * len(_kinds), "I" * len(_kinds) + _LOCALE):
        _date.made(f"{_getter}({_parameters}){_result}", check=_styles(*_kinds))
_date.configured(f"{_DATE}.setTimeZone(Ljava/util/TimeZone;)V", f"{_DATE}.setLenient(Z)V")
_date.written(f"{_DATE}.format(Ljava/util/Date;){_TEXT}", of="java.util.Date")

# Time zones: only the name of the machine's own is known.

_ZONE = "java.util.TimeZone"
_zone = Service(MODELS, "sun.util.calendar.ZoneInfo")
_zone.made(f"{_ZONE}.getTimeZone({_TEXT})Ljava/util/TimeZone;")


def _name_field(e: Emitter) -> Field:
    return e.link.world.find(_ZONE).fields["ID", _TEXT].field


@MODELS.built(f"{_ZONE}.getDefault()Ljava/util/TimeZone;")
def default_zone(e: Emitter, args: Args) -> Reg:
    zone = new(e, _zone.class_name)
    e.put(zone, _name_field(e), e.constant(e.link.initial.literal(PROPERTIES["user.timezone"])))
    return zone


@MODELS.built(f"{_ZONE}.getID(){_TEXT}")
def zone_name(e: Emitter, args: Args) -> Reg:
    name = e.get(args[0], _name_field(e), dst=e.register())
    unknown, known = e.decide(e.equal(name, e.constant(NULL)))
    e.start(unknown)
    e.emit(ir.Refuse(f"{_ZONE}.getID", e.at))
    e.start(known)
    return name


# Unpredictable random numbers

_random = Service(MODELS, "java.security.SecureRandom")
_random.constructed("")

SERVICES = tuple(each.class_name for each in (_decimal, _symbols, _date, _zone, _random))
