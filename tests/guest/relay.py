"""Runs inside the machine: lets the outside talk to the station, and give commands to a shell.

TCP port 9000 is the station's socket. On port 9001 a line is a command; its output comes back,
ended by a byte 4 and the exit code.
"""

import socket
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

STATION, SHELL = 9000, 9001
END = "\4"


def pump(source: socket.socket, sink: socket.socket) -> None:
    """Everything from one to the other, until either hangs up."""
    try:
        while data := source.recv(65536):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        sink.close()


def station(client: socket.socket) -> None:
    """Both ways between the client and the station."""
    board = socket.socket(socket.AF_UNIX)
    try:
        board.connect("/run/reedboard/socket")
    except OSError:
        client.close()
        return
    threading.Thread(target=pump, args=(client, board), daemon=True).start()
    pump(board, client)


def shell(client: socket.socket) -> None:
    """Command by command."""
    for line in client.makefile("r"):
        done = subprocess.run(
            line, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        client.sendall(f"{done.stdout}{END}{done.returncode}\n".encode())


def serve(port: int, one: Callable[[socket.socket], None]) -> None:
    """Each connection in a thread of its own."""
    listener = socket.create_server(("0.0.0.0", port))
    while True:
        client, _ = listener.accept()
        threading.Thread(target=one, args=(client,), daemon=True).start()


if __name__ == "__main__":
    Path("/run/reedboard-held").touch()
    threading.Thread(target=serve, args=(STATION, station), daemon=True).start()
    serve(SHELL, shell)
