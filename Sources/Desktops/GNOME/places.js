// The current place and the favourites, to switch between them.
import Atk from 'gi://Atk';
import Clutter from 'gi://Clutter';
import GObject from 'gi://GObject';
import St from 'gi://St';

import {column, pool, row, scrolling} from './boxes.js';
import {setIcon, warningIcon, weatherIcon} from './icons.js';
import {isolated, line, objects, sentence} from './words.js';

const MOST = 500;

const Place = GObject.registerClass(
class WeatherdPlace extends St.Button {
    _init() {
        super._init({style_class: 'weatherd-row weatherd-place', can_focus: true, x_expand: true, accessible_role: Atk.Role.RADIO_MENU_ITEM});
        this._icon = new St.Icon({icon_size: 16});
        this._name = new St.Label({x_expand: true, y_align: Clutter.ActorAlign.CENTER});
        this._warning = new St.Icon({icon_size: 16, gicon: warningIcon(), visible: false});
        this._temperature = new St.Label({style_class: 'weatherd-value', y_align: Clutter.ActorAlign.CENTER});
        this.child = row({style_class: 'weatherd-spaced', x_expand: true}, this._icon, this._name, this._warning, this._temperature);
    }

    update(place, name) {
        this._name.text = name;
        setIcon(this._icon, weatherIcon(place.condition?.code, place.isDay));
        this._temperature.text = isolated(line(place.texts?.temperature));
        this._warning.visible = Boolean(place.alert);
        if (place.shown === true) {
            this.add_style_pseudo_class('checked');
            this.add_accessible_state(Atk.StateType.CHECKED);
        } else {
            this.remove_style_pseudo_class('checked');
            this.remove_accessible_state(Atk.StateType.CHECKED);
        }
        this.accessible_name = sentence(name, place.texts?.line, place.alert?.event);
    }
});

/** The list, closed at first. Its rows are made only when it is opened. */
export const Places = GObject.registerClass(
class WeatherdPlaces extends St.Bin {
    _init(select) {
        super._init({x_expand: true, visible: false, accessible_role: Atk.Role.LIST});
        this._select = select;
        this._places = [];
        this._shown = [];
        this._column = column({x_expand: true});
        this.child = scrolling({
            style_class: 'weatherd-places',
            hscrollbar_policy: St.PolicyType.NEVER,
            vscrollbar_policy: St.PolicyType.AUTOMATIC,
            overlay_scrollbars: true,
            x_expand: true,
        }, this._column);
    }

    /** How many places there are. */
    get count() {
        return this._shown.length;
    }

    /** Takes the view `places`. */
    update(places) {
        this._shown = objects(places?.places).slice(0, MOST);
        if (this.visible)
            this._fill();
        if (this._shown.length < 2)
            this.visible = false;
    }

    toggle() {
        this.visible = !this.visible && this._shown.length > 1;
        if (this.visible)
            this._fill();
    }

    _fill() {
        pool(this._column, this._places, this._shown.length, () => this._make()).forEach((actor, index) => {
            const place = this._shown[index];
            actor.update(place, line(place.place?.name) || '–');
        });
    }

    _make() {
        const place = new Place(), index = this._places.length;
        place.connect('clicked', () => {
            this.visible = false;
            this._select(index);
        });
        return place;
    }
});
