// The place of the preferences: the current one, and a search that follows what is typed.
import Adw from 'gi://Adw';
import Gtk from 'gi://Gtk';

import {line, number} from './words.js';

const LONGEST = 200;

export class Search {
    constructor(client, report) {
        this._client = client;
        this._report = report;
        this._rows = [];
        this._searched = '';
        this._searching = false;
        this.group = new Adw.PreferencesGroup({title: 'Place'});
        this._place = new Adw.ActionRow({use_markup: false, title: 'Current place'});
        const automatic = new Gtk.Button({label: 'Detect', valign: Gtk.Align.CENTER, tooltip_text: 'Detect the place automatically'});
        automatic.connect('clicked', () => this._set('auto'));
        this._place.add_suffix(automatic);
        this._entry = new Adw.EntryRow({title: 'Search for a city, airport, postal code or coordinates'});
        this._entry.connect('changed', () => this._search());
        this._entry.connect('entry-activated', () => this._text && this._set(this._text));
        this.group.add(this._place);
        this.group.add(this._entry);
    }

    /** Shows the current place. */
    update() {
        const place = line(this._client.property('Place', 's'));
        this._place.subtitle = place || 'None';
    }

    /** What is typed, cut to what the daemon takes: the row itself limits its text only since libadwaita 1.6. */
    get _text() {
        return [...this._entry.text.slice(0, 2 * LONGEST).trim()].slice(0, LONGEST).join('').trim();
    }

    /** Searches for the latest text. While a search is under way nothing is sent: its answer starts the next. */
    async _search() {
        if (this._searching)
            return;
        this._searching = true;
        try {
            let text;
            while ((text = this._text) !== this._searched) {
                this._searched = text;
                // eslint-disable-next-line no-await-in-loop
                const cities = text === '' ? [] : await this._client.call('Search', '(sa{sv})', text, {});
                if (this._text === text)
                    this._show(Array.isArray(cities) ? cities.slice(0, 10) : []);
            }
        } catch (error) {
            this._show([]);
            // "Nothing found" is no failure while one types.
            if (error && error.code !== 'NotFound')
                this._report(error);
        } finally {
            this._searching = false;
        }
        if (this._text !== this._searched)
            this._search();
    }

    _show(cities) {
        this._rows.forEach(row => this.group.remove(row));
        this._rows = cities.map(city => this._makeRow(city)).filter(row => row !== null);
        this._rows.forEach(row => this.group.add(row));
    }

    _makeRow(city) {
        const latitude = number(city.latitude), longitude = number(city.longitude), name = line(city.name);
        if (latitude === null || longitude === null || name === '')
            return null;
        const position = `${latitude},${longitude}`;
        const row = new Adw.ActionRow({
            use_markup: false,
            title: name,
            subtitle: [city.region, city.country].map(line).filter(part => part !== '').join(', '),
            title_lines: 1,
            activatable: true,
            tooltip_text: 'Make this the current place',
        });
        const favourite = new Gtk.Button({
            icon_name: 'starred-symbolic',
            tooltip_text: 'Add to Favourites',
            valign: Gtk.Align.CENTER,
            css_classes: ['flat'],
        });
        favourite.connect('clicked', () => this._client.call('AddPlace', '(ssa{sv})', position, name, {}).catch(this._report));
        row.add_suffix(favourite);
        row.connect('activated', () => this._set(position));
        return row;
    }

    async _set(place) {
        try {
            await this._client.call('SetLocation', '(sa{sv})', place, {});
            this._entry.text = '';
        } catch (error) {
            this._report(error);
        }
    }
}
