"""Between the names of GraphQL and those of Python."""

from __future__ import annotations

from dataclasses import field, fields
from typing import Any, Dict, Mapping, Optional, Tuple


def named(name: str, parsed: Optional[type] = None) -> Any:
    """A field of a class: its name in GraphQL, and the class of its value or of the elements of its list."""
    return field(metadata={"name": name, "parsed": parsed})


def parse(kind: type, value: Any) -> Any:
    """An object of this class from an object of a response; from a list, a list of them."""
    if value is None:
        return None
    if isinstance(value, list):
        return [parse(kind, element) for element in value]
    return kind(**{one.name: _value(one.metadata, value) for one in fields(kind)})


def _value(metadata: Mapping[str, Any], parent: Mapping[str, Any]) -> Any:
    value = parent.get(metadata["name"])
    return value if metadata["parsed"] is None else parse(metadata["parsed"], value)


def to_graphql(inputs: Mapping[str, Mapping[str, Tuple[str, Optional[str]]]], kind: str, given: Mapping[str, Any]) -> Dict[str, Any]:
    """An input with the names of GraphQL. Raises TypeError for a field that the input does not have."""
    known = inputs[kind]
    result = {}
    for key, value in given.items():
        if key not in known:
            raise TypeError(f"{kind} has no field {key}; it has {', '.join(known)}")
        name, nested = known[key]
        result[name] = to_graphql(inputs, nested, value) if nested and value is not None else value
    return result
