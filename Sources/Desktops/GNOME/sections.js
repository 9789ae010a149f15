// Groups of labelled values that open below their heading: details, air, sun and moon.
import Atk from 'gi://Atk';
import Clutter from 'gi://Clutter';
import GObject from 'gi://GObject';
import St from 'gi://St';

import {column, dim, pool, row} from './boxes.js';
import {setIcon, themed} from './icons.js';
import {capitalized, isolated, line, objects, sentence} from './words.js';

const Row = GObject.registerClass(
class WeatherdValueRow extends St.BoxLayout {
    _init() {
        super._init({style_class: 'weatherd-row', can_focus: true, reactive: true, track_hover: true, accessible_role: Atk.Role.LIST_ITEM});
        this._label = dim(new St.Label({x_expand: true}));
        this._value = new St.Label({style_class: 'weatherd-value'});
        this.add_child(this._label);
        this.add_child(this._value);
    }

    update(label, value) {
        this._label.text = label;
        this._value.text = isolated(value);
        this.accessible_name = sentence(label, value);
    }
});

/** A heading, which opens and closes the rows below it. It consists of some of them, so that all its words are the daemon's. */
export const Section = GObject.registerClass(
class WeatherdSection extends St.Bin {
    _init(icon) {
        super._init({x_expand: true});
        this._rows = [];
        this._title = new St.Label();
        this._digest = dim(new St.Label({style_class: 'weatherd-value', x_expand: true, x_align: Clutter.ActorAlign.END}));
        this._arrow = new St.Icon({gicon: themed(['pan-end']), icon_size: 16});
        this._heading = new St.Button({
            style_class: 'weatherd-heading',
            can_focus: true,
            x_expand: true,
            child: row({style_class: 'weatherd-spaced', x_expand: true},
                new St.Icon({gicon: icon, icon_size: 16}), this._title, this._digest, this._arrow),
        });
        this._column = column({style_class: 'weatherd-section-rows', visible: false});
        this._heading.add_accessible_state(Atk.StateType.EXPANDABLE);
        this._heading.connect('clicked', () => this._toggle());
        this.child = column({x_expand: true}, this._heading, this._column);
    }

    /** Shows `rows` of a view. The heading has those with one of the values, or the first one. Hidden without rows. */
    update(rows, values = []) {
        const shown = objects(rows).map(item => [capitalized(line(item.label)), line(item.value)]).filter(([label, value]) => label !== '' && value !== '');
        pool(this._column, this._rows, shown.length, () => new Row()).forEach((actor, index) => actor.update(...shown[index]));
        const found = values.map(line).filter(value => value !== '').map(value => shown.find(([, text]) => text.includes(value)) ?? null);
        const heads = found.includes(null) || found.length === 0 ? shown.slice(0, 1) : found;
        const [title, digest] = [0, 1].map(part => heads.map(head => head[part]).join(' – '));
        this._title.text = title;
        this._digest.text = isolated(digest);
        this._heading.accessible_name = sentence(title, digest);
        this.visible = shown.length > 0;
    }

    _toggle() {
        this._column.visible = !this._column.visible;
        setIcon(this._arrow, themed([this._column.visible ? 'pan-down' : 'pan-end']));
        if (this._column.visible)
            this._heading.add_accessible_state(Atk.StateType.EXPANDED);
        else
            this._heading.remove_accessible_state(Atk.StateType.EXPANDED);
    }
});
