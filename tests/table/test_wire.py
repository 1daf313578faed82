"""Inputs and events as JSON."""

import dataclasses
from typing import get_args

import pytest

from firmware.table.events import Event
from firmware.table.inputs import Input


@pytest.mark.parametrize("kind", [*get_args(Event), *get_args(Input)])
def test_no_field_hides_the_name_under_which_a_message_goes_out(kind: type) -> None:
    assert "kind" not in {field.name for field in dataclasses.fields(kind)}
