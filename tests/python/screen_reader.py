"""What a screen reader is told of the window, as a program on the accessibility bus.

start         says that a screen reader runs, before the window does
read          prints one JSON line for each thing in the window: depth, role, name, focused
press BEGIN   presses the button of which the name begins so
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


def things():
    """Depth and object of everything that is there, in order."""
    desktop = Atspi.get_desktop(0)
    left = [(0, desktop.get_child_at_index(at)) for at in reversed(range(desktop.get_child_count()))]
    while left:
        depth, thing = left.pop()
        if thing is None:
            continue
        yield depth, thing
        left += [(depth + 1, thing.get_child_at_index(at)) for at in reversed(range(thing.get_child_count()))]


def read():
    for depth, thing in things():
        focused = thing.get_state_set().contains(Atspi.StateType.FOCUSED)
        print(json.dumps({"depth": depth, "role": thing.get_role_name(), "name": thing.get_name(), "focused": focused}))


def press(begin):
    for _, thing in things():
        if thing.get_name().startswith(begin) and thing.get_n_actions() > 0:
            return thing.do_action(0)
    sys.exit(f"nothing that can be pressed begins with {begin}")


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    if command != "start":
        Atspi.init()
    {"start": start, "read": read, "press": press}[command](*arguments)
