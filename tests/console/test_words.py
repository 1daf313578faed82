"""What the page says, in every language."""

import re

import pytest

from firmware.console import STATIC
from firmware.console.alerts import LOUD
from firmware.console.words import LANGUAGES, UNPROOFREAD, words_of
from firmware.rules import Reason
from firmware.table.wire import ORDERS

PLACE = re.compile(r"\{\w+\}")


def test_every_key_that_the_page_uses_is_said() -> None:
    source = "".join(
        path.read_text() for path in STATIC.iterdir() if path.suffix in (".js", ".html")
    )
    used = set(re.findall(r'say\("(\w+)"', source)) | set(
        re.findall(r'data-(?:say|label)="(\w+)"', source)
    )
    assert used
    assert used <= words_of("en").keys()


@pytest.mark.parametrize("reason", [reason.value for reason in Reason])
def test_every_reason_for_the_end_of_a_game_is_said(reason: str) -> None:
    assert words_of("en").get(f"reason_{reason}")


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_a_language_has_all_keys_and_the_same_places_for_values(language: str) -> None:
    english, words = words_of("en"), words_of(language)
    assert words.keys() == english.keys()
    for key, text in english.items():
        assert set(PLACE.findall(words[key])) == set(PLACE.findall(text)), key
        assert bool(words[key]) or key == "unproofread", key


def test_languages_that_nobody_has_proofread_say_so() -> None:
    said = {language for language in LANGUAGES if words_of(language)["unproofread"]}
    assert said == UNPROOFREAD


def test_the_calls_are_named() -> None:
    assert all(text and text == text.strip() for text in LOUD.values())


def test_every_order_of_the_socket_has_a_button_or_a_form_with_its_words() -> None:
    source = (STATIC / "orders.js").read_text()
    forms = source[source.index("const FORMS") : source.index("};", source.index("const FORMS"))]
    names = set(re.findall(r"^  (\w+): \{", forms, re.MULTILINE))
    buttons = set(re.findall(r'order\("\w+", "(\w+)"|give\("(\w+)"', source))
    assert set(ORDERS) <= names | {word for pair in buttons for word in pair}
    fields = set(re.findall(r"(\w+): (?:\"|\[)", forms))
    assert {f"order_{name}" for name in names} <= words_of("en").keys()
    assert {f"field_{name}" for name in fields} <= words_of("en").keys()
