"""The commands of the socket, and what its subscribers are told. ``SOCKET.md`` lists both.

Nothing here knows sockets: whoever carries bytes calls `attach`, `received`, `detach`, and sends
what stands in `Peer.outgoing`. Requests wait until the loop comes to `serve`, so a command takes
effect at one known place of a step and never in the middle of another.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from firmware.errors import InputError, ReedboardError
from firmware.station.protocol import BadRequest, Peer, Request, answer, refusal
from firmware.table.events import Event, Refused
from firmware.table.wire import ORDERS, to_json

INPUTS: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = {
    "pause": ("pause", {}),
    "resume": ("resume", {}),
    "take_back": ("take_back", {"plies": 1}),
    "result": ("set_result", {"reason": "arbiter"}),
    "answer": ("answer", {}),
    "accept": ("answer", {"yes": True}),
    "reject": ("answer", {"yes": False}),
    "adjust": ("adjust", {}),
    "hint": ("hint", {}),
    "show_moves": ("show_moves", {}),
    "offer": ("offer_draw", {}),
    "accept_draw": ("answer_draw", {"yes": True}),
    "decline": ("answer_draw", {"yes": False}),
    "claim": ("claim_draw", {}),
    "resign": ("resign", {}),
    "replay_step": ("lead_step", {}),
    "replay_stop": ("lead_no_more", {}),
    **{order: (order, {}) for order in ORDERS},
}
"""Command -> the table's input, and the fields a client may leave out."""


OTHERS: Final = ("hello", "subscribe", "state", "new_game", "replay", "set_up", "sheet", "power")
"""Commands that the station itself answers."""


class Served(Protocol):
    """What the Api needs of the station."""

    def hello(self) -> Mapping[str, Any]:
        """What this board and this program are."""

    def state(self) -> Mapping[str, Any]:
        """All that a client may see, as it is now."""

    def new_game(self, fields: Mapping[str, Any]) -> Sequence[Event]:
        """Begin a game with this set-up. Raises a ReedboardError if that cannot be played."""

    def replay(self, fields: Mapping[str, Any]) -> Sequence[Event]:
        """Lead hands through this recorded game. Raises a ReedboardError if it cannot be shown."""

    def set_up(self, fields: Mapping[str, Any]) -> Sequence[Event]:
        """Lead hands to this diagram. Raises a ReedboardError if it cannot be set up."""

    def power(self, fields: Mapping[str, Any]) -> None:
        """Take note of the supply. Raises InputError if the fields say nothing of it."""

    def sheet(self) -> Mapping[str, Any]:
        """The score sheet and the PDN of the game. Raises InputError if there is none."""

    def command(self, fields: Mapping[str, Any]) -> Sequence[Event]:
        """Feed the input these fields describe. Raises InputError if they describe none."""


class Api:
    """All clients' conversations with one station."""

    def __init__(self, station: Served) -> None:
        self._station = station
        self._peers: list[Peer] = []
        self._waiting: list[tuple[Peer, Request | BadRequest]] = []

    @property
    def waiting(self) -> bool:
        """Whether requests wait to be served."""
        return bool(self._waiting)

    @property
    def watched(self) -> bool:
        """Whether anybody has subscribed."""
        return any(peer.subscribed for peer in self._peers)

    def attach(self) -> Peer:
        """A new client."""
        peer = Peer()
        self._peers.append(peer)
        return peer

    def detach(self, peer: Peer) -> None:
        """A client is gone; requests of its that still wait are carried out, unanswered."""
        self._peers.remove(peer)

    def received(self, peer: Peer, data: bytes) -> None:
        """A client sent bytes."""
        self._waiting += [(peer, request) for request in peer.received(data)]

    def serve(self) -> None:
        """Carry out and answer what has been asked."""
        waiting, self._waiting = self._waiting, []
        for peer, request in waiting:
            match request:
                case BadRequest():
                    peer.send(refusal(request.id, request.reason, request.error))
                case Request():
                    peer.send(self._reply(peer, request))

    def publish(self, events: Sequence[Mapping[str, Any]], state: Mapping[str, Any] | None) -> None:
        """Tell the subscribers what happened, then how things stand, if that is given."""
        messages = [{"event": event} for event in events]
        messages += [{"state": state}] if state is not None else []
        for peer in self._peers:
            if peer.subscribed:
                for message in messages:
                    peer.send(message)

    def _reply(self, peer: Peer, request: Request) -> Mapping[str, Any]:
        try:
            match request.command:
                case "hello":
                    return answer(request.id, {"hello": self._station.hello()})
                case "state":
                    return answer(request.id, {"state": self._station.state()})
                case "subscribe":
                    peer.subscribed = True
                    return answer(request.id, {"state": self._station.state()})
                case "new_game":
                    return _outcome(request, self._station.new_game(request.fields))
                case "replay":
                    return _outcome(request, self._station.replay(request.fields))
                case "set_up":
                    return _outcome(request, self._station.set_up(request.fields))
                case "sheet":
                    return answer(request.id, self._station.sheet())
                case "power":
                    self._station.power(request.fields)
                    return answer(request.id, {})
                case name if name in INPUTS:
                    return _outcome(request, self._station.command(_input_fields(request)))
                case name:
                    known = ", ".join([*OTHERS, *INPUTS])
                    error = f"unknown command {name!r}; known: {known}"
                    return refusal(request.id, "unknown_command", error)
        except ReedboardError as error:
            return refusal(request.id, "bad_field", str(error))


def _input_fields(request: Request) -> Mapping[str, Any]:
    """The request as the JSON of an input, all but its time."""
    kind, defaults = INPUTS[request.command]
    for reserved in ("kind", "at_ms"):
        if reserved in request.fields:
            raise InputError(f"{request.command} has no field {reserved!r}")
    return {**defaults, **request.fields, "kind": kind}


def _outcome(request: Request, events: Sequence[Event]) -> Mapping[str, Any]:
    for event in events:
        if isinstance(event, Refused):
            return refusal(request.id, event.reason, event.detail)
    return answer(request.id, {"events": [to_json(event) for event in events]})
