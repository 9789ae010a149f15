// The button in the top bar, with its popup.
import Clutter from 'gi://Clutter';
import Gio from 'gi://Gio';
import GObject from 'gi://GObject';
import St from 'gi://St';

import * as PanelMenu from 'resource:///org/gnome/shell/ui/panelMenu.js';

import {row} from './boxes.js';
import {Card} from './card.js';
import {Client, State} from './client.js';
import {setIcon, themed, warningIcon, weatherIcon} from './icons.js';
import {isolated, line, sentence} from './words.js';

const OLD = ['stale', 'expired'];
// States in which the button has weather, or may have it at once.
const SHOWN = [State.RUNNING, State.AWAY, State.OUTDATED, State.NEWER];

/** The button. `settings` may be null, if the schema has been removed while in use. */
export const Indicator = GObject.registerClass(
class WeatherdIndicator extends PanelMenu.Button {
    _init(extension, settings) {
        super._init(0.5, 'Weather');
        this._settings = settings;
        this._extension = extension;
        this._card = null;
        this._scrolled = 0;
        this._stepping = false;
        const middle = {y_align: Clutter.ActorAlign.CENTER};
        const fallback = Gio.FileIcon.new(extension.dir.resolve_relative_path('icons/weatherd-symbolic.svg'));
        this._icon = new St.Icon({style_class: 'system-status-icon', fallback_gicon: fallback, ...middle});
        this._label = new St.Label({style_class: 'weatherd-panel-label', ...middle});
        this._mark = new St.Icon({style_class: 'system-status-icon weatherd-panel-mark', visible: false, ...middle});
        this.add_child(row({style_class: 'panel-status-menu-box weatherd-panel'}, this._icon, this._label, this._mark));
        this.connect('captured-event', (actor, event) => this._capture(event));
        this.connect('scroll-event', (actor, event) => this._scroll(event));
        // A menu without content does not open; the card is made when it does.
        this._holder = new St.Bin();
        this.menu.box.add_child(this._holder);
        this.menu.connect('open-state-changed', (menu, open) => open && this._open());
        this._settings?.connectObject('changed::format', () => this._show(), this);
        this._client = new Client(() => this._changed());
        this.connect('destroy', () => {
            this._client.destroy();
            this._settings = this._extension = this._card = null;
        });
        this._show();
    }

    _changed() {
        this._show();
        if (this.menu.isOpen)
            this._card?.load();
    }

    /** Shows the properties: each actor is changed only if its content differs. */
    _show() {
        const client = this._client;
        const shown = SHOWN.includes(client?.state);
        const text = name => line(client?.property(name, 's'));
        const flag = name => client?.property(name, 'b') ?? null;
        const code = text('ConditionCode'), temperature = text('Temperature'), condition = text('ConditionText');
        const format = this._settings?.get_string('format') ?? 'icon-temperature';
        const label = {
            'icon-temperature': temperature,
            'icon-temperature-condition': [temperature, condition].filter(part => part !== '').join(' '),
            icon: '',
            temperature,
            line: text('ShortText'),
        }[format] || (format === 'icon' || code !== '' && format !== 'temperature' ? '' : '–');
        const icon = code === '' && text('IconName') === '' ? themed(['weather-none-available', 'weather-overcast'])
            : weatherIcon(code, flag('IsDay'), text('IconName') || null);
        setIcon(this._icon, icon);
        this._icon.visible = format.startsWith('icon');
        // Isolated, since a sign would change its side in right-to-left layouts.
        if (this._label.text !== isolated(label))
            this._label.text = isolated(label);
        this._label.visible = label !== '';
        const marks = this._marks(shown, text, flag);
        this._mark.visible = marks.icon !== null;
        if (marks.icon)
            setIcon(this._mark, marks.icon);
        this._icon.opacity = this._label.opacity = client?.complete && !marks.old ? 255 : 140;
        const name = shown ? sentence(text('Place'), condition, temperature, ...marks.words) : '';
        this.accessible_name = name || this._stateWords(client?.state);
    }

    /** What marks the weather: at most one icon, the most important one, and words for all. */
    _marks(shown, text, flag) {
        const words = [], warnings = shown ? this._client.property('WarningCount', 'u') : null;
        const freshness = text('Freshness'), old = OLD.includes(freshness);
        let icon = null;
        if (flag('Sample')) {
            words.push('sample data');
            icon = themed(['dialog-information']);
        }
        if (old) {
            words.push('out of date');
            icon = themed(['document-open-recent', 'appointment-soon']);
        }
        if (flag('Offline')) {
            words.push('offline');
            icon = themed(['network-offline']);
        }
        if (flag('Approximate'))
            words.push('approximate place');
        if (warnings === null && text('ConditionCode') !== '')
            words.push('warnings are not known');
        if (warnings > 0) {
            words.unshift('Weather warning');
            icon = warningIcon();
        }
        return {icon, words, old};
    }

    _stateWords(state) {
        return {
            [State.NOT_INSTALLED]: 'weatherd is not installed',
            [State.STOPPED]: 'weatherd is not running',
            [State.OUTDATED]: 'Update weatherd',
            [State.NEWER]: 'Update the extension',
        }[state] ?? 'Weather';
    }

    _open() {
        if (!this._card) {
            const extension = this._extension;
            this._card = new Card(this._client, () => {
                this.menu.close();
                extension.openPreferences();
            });
            this._holder.child = this._card;
        }
        this._client.ensure();
        this._card.rewind();
        this._card.load();
    }

    /** A middle click refreshes. It is captured before it opens the menu. */
    _capture(event) {
        if (event.type() !== Clutter.EventType.BUTTON_PRESS || event.get_button() !== Clutter.BUTTON_MIDDLE)
            return Clutter.EVENT_PROPAGATE;
        this._call('Refresh');
        return Clutter.EVENT_STOP;
    }

    /** The wheel goes through the places; a touchpad's small steps are added up. */
    _scroll(event) {
        switch (event.get_scroll_direction()) {
        case Clutter.ScrollDirection.UP:
            this._step('Previous');
            break;
        case Clutter.ScrollDirection.DOWN:
            this._step('Next');
            break;
        case Clutter.ScrollDirection.SMOOTH:
            this._scrolled += event.get_scroll_delta()[1];
            if (Math.abs(this._scrolled) >= 1) {
                this._step(this._scrolled > 0 ? 'Next' : 'Previous');
                this._scrolled = 0;
            }
            break;
        default:
            return Clutter.EVENT_PROPAGATE;
        }
        return Clutter.EVENT_STOP;
    }

    /** One step at a time: those that come meanwhile are dropped. */
    async _step(method) {
        if (this._stepping)
            return;
        this._stepping = true;
        await this._call(method);
        this._stepping = false;
    }

    /** Calls a method whose effect comes as changed properties; a failure is appended to the accessible name. */
    async _call(method) {
        try {
            await this._client.call(method, '(a{sv})', {});
        } catch (error) {
            // Without a daemon the button says so already.
            if (error && !['Gone', 'TimedOut', 'Busy', 'Outdated'].includes(error.code))
                this.accessible_name = sentence(this.accessible_name, error.message);
        }
    }
});
