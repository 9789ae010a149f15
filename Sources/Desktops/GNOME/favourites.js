// The favourites of the preferences: reordered by dragging or by buttons, and removed.
import Adw from 'gi://Adw';
import Gdk from 'gi://Gdk';
import GObject from 'gi://GObject';
import Gtk from 'gi://Gtk';

import {line, objects} from './words.js';

export class Favourites {
    constructor(client, report) {
        this._client = client;
        this._report = report;
        this._rows = [];
        this._names = [];
        this._loading = false;
        this._again = false;
        this.group = new Adw.PreferencesGroup({title: 'Favourites', description: 'Press the star of a search result to add it.'});
    }

    /** Reads the favourites from the daemon, and shows them if they have changed. */
    async load() {
        this._again = true;
        if (this._loading)
            return;
        this._loading = true;
        try {
            while (this._again) {
                this._again = false;
                // eslint-disable-next-line no-await-in-loop
                const places = objects((await this._client.view('places')).places).filter(place => Number.isInteger(place.position));
                places.sort((a, b) => a.position - b.position);
                this._show(places.map(place => place.place?.name).filter(name => typeof name === 'string' && name !== ''));
            }
        } catch (error) {
            this._report(error);
        } finally {
            this._loading = false;
        }
    }

    _show(names) {
        if (names.length === this._names.length && names.every((name, index) => name === this._names[index]))
            return;
        this._names = names;
        this._rows.forEach(row => this.group.remove(row));
        this._rows = names.map((name, index) => this._makeRow(name, index));
        this._rows.forEach(row => this.group.add(row));
    }

    _makeRow(name, index) {
        const row = new Adw.ActionRow({use_markup: false, title: line(name), title_lines: 1});
        row.add_prefix(new Gtk.Image({icon_name: 'list-drag-handle-symbolic'}));
        const up = this._makeButton('go-up-symbolic', 'Move Up', () => this._move(name, index - 1));
        const down = this._makeButton('go-down-symbolic', 'Move Down', () => this._move(name, index + 1));
        up.sensitive = index > 0;
        down.sensitive = index < this._names.length - 1;
        [up, down, this._makeButton('user-trash-symbolic', 'Remove', () => this._ask('RemovePlace', '(s)', name))].forEach(button => row.add_suffix(button));
        const source = new Gtk.DragSource({actions: Gdk.DragAction.MOVE});
        source.connect('prepare', () => Gdk.ContentProvider.new_for_value(name));
        source.connect('drag-begin', () => source.set_icon(new Gtk.WidgetPaintable({widget: row}), 0, 0));
        const target = Gtk.DropTarget.new(GObject.TYPE_STRING, Gdk.DragAction.MOVE);
        target.connect('drop', (_target, dropped) => {
            // Text may also be dropped from elsewhere.
            if (!this._names.includes(dropped) || dropped === name)
                return false;
            this._move(dropped, index);
            return true;
        });
        row.add_controller(source);
        row.add_controller(target);
        return row;
    }

    _makeButton(icon, label, clicked) {
        const button = new Gtk.Button({icon_name: icon, tooltip_text: label, valign: Gtk.Align.CENTER, css_classes: ['flat']});
        button.connect('clicked', clicked);
        return button;
    }

    /** Positions of favourites start at 1. */
    _move(name, index) {
        return this._ask('MovePlace', '(su)', name, index + 1);
    }

    async _ask(method, signature, ...values) {
        try {
            await this._client.call(method, signature, ...values);
        } catch (error) {
            this._report(error);
        }
        this.load();
    }
}
