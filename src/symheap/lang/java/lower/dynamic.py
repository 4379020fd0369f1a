"""Call sites linked by a bootstrap method. The JDK's methods that compilers use are built in."""

from __future__ import annotations

from collections.abc import Callable

from symheap.lang.java.classfile.classfile import Bootstrap
from symheap.lang.java.classfile.constants import InvokeDynamic
from symheap.lang.java.lower.body import BodyLowering
from symheap.lang.java.lower.concat import link_concat, link_concat_with_constants
from symheap.lang.java.lower.errors import Unlinkable
from symheap.lang.java.lower.lambdas import link_alternative_lambda, link_lambda
from symheap.lang.java.lower.records import link_object_method
from symheap.lang.java.lower.switches import link_enum_switch, link_type_switch
from symheap.objects.ir import DISCARD, Reg

Link = Callable[[BodyLowering, Reg, InvokeDynamic, Bootstrap, tuple[Reg, ...]], None]

_LINKS: dict[str, Link] = {
    "java.lang.invoke.LambdaMetafactory.metafactory": link_lambda,
    "java.lang.invoke.LambdaMetafactory.altMetafactory": link_alternative_lambda,
    "java.lang.invoke.StringConcatFactory.makeConcat": link_concat,
    "java.lang.invoke.StringConcatFactory.makeConcatWithConstants": link_concat_with_constants,
    "java.lang.runtime.ObjectMethods.bootstrap": link_object_method,
    "java.lang.runtime.SwitchBootstraps.typeSwitch": link_type_switch,
    "java.lang.runtime.SwitchBootstraps.enumSwitch": link_enum_switch,
}


def link_call_site(f: BodyLowering, dst: Reg, reference: InvokeDynamic, args: tuple[Reg, ...]) -> None:
    """Put the value of the call site into `dst`. Raises `Unlinkable` for unknown bootstrap methods."""
    name = f.bootstrap_name(reference.bootstrap)
    link = _LINKS.get(name)
    if link is None:
        raise Unlinkable(f"invokedynamic {name}")
    link(f, f.fresh() if dst == DISCARD else dst, reference, f.bootstrap(reference.bootstrap), args)
