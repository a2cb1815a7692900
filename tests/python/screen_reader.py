"""What a screen reader is told of the window, as a program on the accessibility bus.

start         says that a screen reader runs, before the window does
read          prints one JSON line for each thing in the window: depth, role, name, focused
press BEGIN   presses the button of which the name begins so; prints whether there is one
"""
import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib


def start():
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    value = GLib.Variant("(ssv)", ("org.a11y.Status", "ScreenReaderEnabled", GLib.Variant("b", True)))
    to = ("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set")
    bus.call_sync(*to, value, None, Gio.DBusCallFlags.NONE, -1, None)


def things(ask):
    """Depth and answer of everything that is there, in order; the window changes meanwhile, and what has gone is passed over."""
    left = [(-1, Atspi.get_desktop(0))]
    while left:
        depth, thing = left.pop()
        try:
            children = [thing.get_child_at_index(at) for at in range(thing.get_child_count())]
            answer = ask(thing) if depth >= 0 else None
        except GLib.GError:
            continue
        left += [(depth + 1, child) for child in reversed(children) if child is not None]
        if depth >= 0:
            yield depth, answer


def read():
    def told(thing):
        focused = thing.get_state_set().contains(Atspi.StateType.FOCUSED)
        return {"role": thing.get_role_name(), "name": thing.get_name(), "focused": focused}

    for depth, answer in things(told):
        print(json.dumps({"depth": depth, **answer}))


def press(begin):
    def pressed(thing):
        return thing.get_name().startswith(begin) and thing.get_n_actions() > 0 and thing.do_action(0)

    print(json.dumps(any(answer for _, answer in things(pressed))))


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    if command != "start":
        Atspi.init()
    {"start": start, "read": read, "press": press}[command](*arguments)
