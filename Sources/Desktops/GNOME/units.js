// The units of the preferences, set in the daemon for all its clients.
import Adw from 'gi://Adw';
import Gtk from 'gi://Gtk';

// Codes of `weatherctl set-units`, with the names in its reply.
const UNITS = {
    temperature: {c: '°C', f: '°F', k: 'K'},
    wind: {kmh: 'km/h', ms: 'm/s', mph: 'mph', kn: 'kn', bft: 'Bft'},
    pressure: {hpa: 'hPa', mmhg: 'mmHg', inhg: 'inHg'},
    precipitation: {mm: 'mm', in: 'inches'},
    distance: {km: 'km', mi: 'mi'},
};

export class Units {
    constructor(client, report) {
        this._client = client;
        this._report = report;
        this._updating = false;
        this.group = new Adw.PreferencesGroup({title: 'Units', header_suffix: this._makeSystems()});
        const titles = {
            temperature: 'Temperature',
            wind: 'Wind',
            pressure: 'Pressure',
            precipitation: 'Precipitation',
            distance: 'Distance',
        };
        this._rows = Object.entries(UNITS).map(([quantity, units]) => {
            const row = new Adw.ComboRow({title: titles[quantity], model: Gtk.StringList.new(Object.values(units)), visible: false});
            row.connect('notify::selected', () => this._selected(quantity, Object.keys(units)[row.selected]));
            this.group.add(row);
            return [quantity, row];
        });
    }

    /** Shows the units in effect, which the daemon reports as `temperature in °C, wind in km/h, …`. */
    update() {
        const text = this._client.property('Units', 's') ?? '';
        const effective = new Map([...text.slice(0, 500).matchAll(/([a-z]+) in ([^,]+)/g)].map(([, quantity, unit]) => [quantity, unit]));
        this._updating = true;
        this._rows.forEach(([quantity, row]) => {
            const position = Object.values(UNITS[quantity]).indexOf(effective.get(quantity));
            // A row always shows one of its units: a unit that is not listed must not look like another one.
            row.visible = position >= 0;
            row.selected = Math.max(position, 0);
        });
        this._updating = false;
    }

    _makeSystems() {
        const box = new Gtk.Box({spacing: 6});
        const systems = [['metric', 'Metric'], ['imperial', 'Imperial'], ['auto', 'As Configured']];
        systems.forEach(([system, label]) => {
            const button = new Gtk.Button({label});
            button.connect('clicked', () => this._set(system));
            box.append(button);
        });
        return box;
    }

    _selected(quantity, unit) {
        if (!this._updating && unit)
            this._set(`${quantity}=${unit}`);
    }

    async _set(units) {
        try {
            await this._client.call('SetUnits', '(sa{sv})', units, {});
        } catch (error) {
            this._report(error);
            this.update();
        }
    }
}
