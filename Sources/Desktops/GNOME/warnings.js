// Weather warnings: event and time, and the authority's text on a click.
import Atk from 'gi://Atk';
import Clutter from 'gi://Clutter';
import GObject from 'gi://GObject';
import Pango from 'gi://Pango';
import St from 'gi://St';

import {column, pool, row} from './boxes.js';
import {warningIcon} from './icons.js';
import {line, objects, paragraphs, sentence} from './words.js';

const MOST = 12;
const SEVERITIES = ['extreme', 'severe', 'moderate', 'minor'];

const Warning = GObject.registerClass(
class WeatherdWarning extends St.Button {
    _init() {
        super._init({style_class: 'weatherd-warning', can_focus: true, x_expand: true});
        this._event = new St.Label({style_class: 'weatherd-warning-event', x_expand: true});
        this._when = new St.Label({style_class: 'weatherd-warning-when'});
        this._text = new St.Label({style_class: 'weatherd-warning-text', visible: false});
        this._text.clutter_text.set({line_wrap: true, line_wrap_mode: Pango.WrapMode.WORD_CHAR, ellipsize: Pango.EllipsizeMode.NONE});
        const icon = new St.Icon({gicon: warningIcon(), icon_size: 16, y_align: Clutter.ActorAlign.START});
        const words = column({x_expand: true}, this._event, this._when, this._text);
        this.child = row({style_class: 'weatherd-spaced', x_expand: true}, icon, words);
        this.connect('clicked', () => this.open(!this._text.visible));
    }

    update(alert) {
        const severity = SEVERITIES.includes(alert.severity) ? alert.severity : 'unknown';
        const when = line(alert.texts?.when);
        const text = [alert.headline, alert.description, alert.instruction].map(paragraphs).filter(part => part !== '');
        this.style_class = `weatherd-warning weatherd-${severity}`;
        this._event.text = line(alert.event);
        this._when.text = when;
        this._when.visible = when !== '';
        this._text.text = text.join('\n\n');
        this.accessible_name = sentence(alert.event, alert.texts?.severity, when, alert.headline);
    }

    /** Shows or hides the authority's text. */
    open(opened) {
        this._text.visible = opened && this._text.text !== '';
        if (this._text.visible)
            this.add_accessible_state(Atk.StateType.EXPANDED);
        else
            this.remove_accessible_state(Atk.StateType.EXPANDED);
    }
});

/** The warnings in force, then the announced ones, in the daemon's order. */
export const Warnings = GObject.registerClass(
class WeatherdWarnings extends St.Bin {
    _init() {
        super._init({x_expand: true, visible: false});
        this._warnings = [];
        this._column = column({style_class: 'weatherd-warnings', x_expand: true});
        this.child = this._column;
    }

    /** Hides the texts. */
    close() {
        this._warnings.forEach(warning => warning.open(false));
    }

    /** Shows the view `alerts`. */
    update(alerts) {
        const shown = objects(alerts?.alerts).filter(alert => line(alert.event) !== '').slice(0, MOST);
        pool(this._column, this._warnings, shown.length, () => new Warning()).forEach((warning, index) => warning.update(shown[index]));
        this.visible = shown.length > 0;
    }
});
