// The weather in Cinnamon's panel: docs/bars/desktops.md describes its installation.
const Applet = imports.ui.applet;
const { Clutter, Gio, GLib } = imports.gi;

class Weather extends Applet.TextApplet {
    constructor(...options) {
        super(...options);
        this._process = Gio.Subprocess.new(
            ["weatherctl", "watch", "short", "--output", "eww"], Gio.SubprocessFlags.STDOUT_PIPE);
        this._lines = new Gio.DataInputStream({ base_stream: this._process.get_stdout_pipe() });
        this.actor.connect("scroll-event", (actor, event) => {
            if (event.get_scroll_direction() === Clutter.ScrollDirection.UP) this._run("previous");
            if (event.get_scroll_direction() === Clutter.ScrollDirection.DOWN) this._run("next");
        });
        // The columns need a fixed-width font.
        this._applet_tooltip._tooltip.set_style("font-family: monospace; text-align: left;");
        this._read();
    }

    _read() {
        this._lines.read_line_async(GLib.PRIORITY_DEFAULT, null, (lines, result) => {
            const [line] = lines.read_line_finish_utf8(result);
            if (line === null) return;
            const weather = JSON.parse(line);
            // eww reads \\ as \.
            this.set_applet_label(weather.text.replace(/\\\\/g, "\\"));
            this.set_applet_tooltip(weather.tooltip);
            this._read();
        });
    }

    _run(command) { GLib.spawn_command_line_async(`weatherctl ${command}`); }

    on_applet_clicked() { this._run("toggle"); }

    on_applet_removed_from_panel() { this._process.force_exit(); }
}

function main(metadata, ...options) { return new Weather(...options); }
