// Weather of the weatherd daemon in the top bar.
import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';

import {Indicator} from './indicator.js';

// Index within the part of the bar: after the overview's button or the clock; before the other status icons.
const INDEX = {left: 1, center: 1, right: 0};

export default class WeatherdExtension extends Extension {
    enable() {
        this._settings = this._readSettings();
        this._settings?.connectObject('changed::position', () => this._place(), this);
        this._place();
    }

    disable() {
        this._indicator?.destroy();
        this._indicator = null;
        this._settings?.disconnectObject(this);
        this._settings = null;
    }

    /** Adds the button; a part of the bar is chosen only when a button is added. */
    _place() {
        this._indicator?.destroy();
        const position = this._settings?.get_string('position') ?? 'right';
        this._indicator = new Indicator(this, this._settings);
        Main.panel.addToStatusArea(this.uuid, this._indicator, INDEX[position] ?? 0, position);
    }

    /** null if the package has been removed while the session still runs the extension. */
    _readSettings() {
        try {
            return this.getSettings();
        } catch {
            return null;
        }
    }
}
