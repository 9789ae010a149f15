// The preferences: place and favourites, units, and the panel. All but the panel is kept by weatherd.
import Adw from 'gi://Adw';
import Gtk from 'gi://Gtk';

import {ExtensionPreferences} from 'resource:///org/gnome/Shell/Extensions/js/extensions/prefs.js';

import {Client, State} from './client.js';
import {Favourites} from './favourites.js';
import {Search} from './search.js';
import {Units} from './units.js';
import {line} from './words.js';

const FORMATS = ['icon-temperature', 'icon-temperature-condition', 'icon', 'temperature', 'line'];
const POSITIONS = ['left', 'center', 'right'];

export default class WeatherdPreferences extends ExtensionPreferences {
    fillPreferencesWindow(window) {
        const weather = new Weather(window);
        window.add(weather.page);
        window.add(this._panelPage());
        window.connect('close-request', () => {
            weather.destroy();
            return false;
        });
    }

    _panelPage() {
        const settings = this.getSettings();
        const page = new Adw.PreferencesPage({title: 'Panel', icon_name: 'view-more-horizontal-symbolic'});
        const group = new Adw.PreferencesGroup({title: 'Top Bar'});
        group.add(choice(settings, 'format', 'Content', FORMATS,
            ['Icon and temperature', 'Icon, temperature and condition', 'Icon', 'Temperature', 'Output of “weatherctl short”']));
        group.add(choice(settings, 'position', 'Position', POSITIONS, ['Left', 'Centre', 'Right']));
        page.add(group);
        return page;
    }
}

/** The page of what weatherd keeps. */
class Weather {
    constructor(window) {
        this._window = window;
        this.page = new Adw.PreferencesPage({title: 'Weather', icon_name: 'weather-few-clouds-symbolic'});
        this._client = new Client(() => this._changed());
        const report = error => this._report(error);
        this._state = new Adw.ActionRow({use_markup: false, subtitle_selectable: true});
        this._start = new Gtk.Button({label: 'Start', valign: Gtk.Align.CENTER});
        this._start.connect('clicked', () => this._client.start().catch(report));
        this._state.add_suffix(this._start);
        this._stateGroup = new Adw.PreferencesGroup();
        this._stateGroup.add(this._state);
        this._search = new Search(this._client, report);
        this._favourites = new Favourites(this._client, report);
        this._units = new Units(this._client, report);
        this._groups = [this._search.group, this._favourites.group, this._units.group];
        [this._stateGroup, ...this._groups].forEach(group => this.page.add(group));
        this._changed();
    }

    destroy() {
        this._client.destroy();
        this._window = null;
    }

    _changed() {
        // Called once by the constructor of the client.
        if (!this._units)
            return;
        const state = this._client.state;
        const running = state === State.RUNNING;
        this._groups.forEach(group => {
            group.sensitive = running;
        });
        this._stateGroup.visible = !running && ![State.CONNECTING, State.AWAY].includes(state);
        this._start.visible = state === State.STOPPED;
        [this._state.title, this._state.subtitle] = {
            [State.NOT_INSTALLED]: ['weatherd is not installed', 'Install it from https://weatherd.org'],
            [State.STOPPED]: ['weatherd is not running', 'systemctl --user enable --now weatherd.socket weatherd.service'],
            [State.OUTDATED]: ['Update weatherd', 'The installed version is too old for this extension.'],
            [State.NEWER]: ['Update the extension', 'The installed weatherd is too new for this extension.'],
        }[state] ?? ['', ''];
        if (!running)
            return;
        this._search.update();
        this._units.update();
        this._favourites.load();
    }

    /** Shows why a change was refused. */
    _report(error) {
        // Nothing is shown once the window is closed.
        if (error && this._window)
            this._window.add_toast(new Adw.Toast({title: line(error.message), use_markup: false}));
    }
}

/** A row for an enumeration of the settings. */
function choice(settings, key, title, values, labels) {
    const row = new Adw.ComboRow({title, model: Gtk.StringList.new(labels), selected: values.indexOf(settings.get_string(key))});
    row.connect('notify::selected', () => settings.set_string(key, values[row.selected]));
    return row;
}
