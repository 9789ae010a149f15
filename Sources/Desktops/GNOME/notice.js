// What to do when there is no weather: a title, an explanation, one action, and why that has failed.
import Clutter from 'gi://Clutter';
import GObject from 'gi://GObject';
import Pango from 'gi://Pango';
import St from 'gi://St';

import {column, dim} from './boxes.js';
import {sentence} from './words.js';

export const Notice = GObject.registerClass(
class WeatherdNotice extends St.Bin {
    _init() {
        super._init({style_class: 'weatherd-notice', x_expand: true, visible: false, can_focus: true});
        this._title = new St.Label({style_class: 'weatherd-notice-title', x_align: Clutter.ActorAlign.CENTER});
        this._text = dim(new St.Label({style_class: 'weatherd-notice-text'}));
        this._failure = new St.Label({style_class: 'weatherd-notice-text'});
        [this._text, this._failure].forEach(label => label.clutter_text.set({
            line_wrap: true,
            line_wrap_mode: Pango.WrapMode.WORD_CHAR,
            ellipsize: Pango.EllipsizeMode.NONE,
        }));
        this._button = new St.Button({style_class: 'button weatherd-notice-button', can_focus: true, x_align: Clutter.ActorAlign.CENTER});
        this._button.connect('clicked', () => this._act?.());
        this.child = column({style_class: 'weatherd-notice-box', x_expand: true}, this._title, this._text, this._button, this._failure);
    }

    /** Shows a notice; without `action` there is no button. The same notice again keeps its failure. */
    present(title, text, action, act) {
        if (title !== this._title.text || text !== this._text.text)
            this.report('');
        this._title.text = title;
        this._text.text = text;
        this._text.visible = text !== '';
        this._button.label = action ?? '';
        this._button.visible = action !== null;
        this._act = act;
        this._name();
        this.show();
    }

    /** Shows why the action has failed; empty: hides it. */
    report(message) {
        this._failure.text = message;
        this._failure.visible = message !== '';
        this._name();
    }

    _name() {
        this.accessible_name = sentence(this._title.text, this._text.text, this._failure.text);
    }
});
