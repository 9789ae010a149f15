// The popup: one card with the place, its warnings, the present, hours, days and details.
import Clutter from 'gi://Clutter';
import GObject from 'gi://GObject';
import GLib from 'gi://GLib';
import Gio from 'gi://Gio';
import Pango from 'gi://Pango';
import St from 'gi://St';

import {adjustment, column, dim, iconButton, row, scrolling} from './boxes.js';
import {State} from './client.js';
import {Days} from './days.js';
import {Hours} from './hours.js';
import {setIcon, themed, weatherIcon} from './icons.js';
import {Notice} from './notice.js';
import {Places} from './places.js';
import {Section} from './sections.js';
import {Timer} from './timer.js';
import {Warnings} from './warnings.js';
import {capitalized, isolated, line, objects, paragraphs, sentence} from './words.js';

const VIEWS = ['current', 'hourly', 'daily', 'alerts', 'air', 'sun', 'places'];
const HOURS = 24;
const DAYS = 7;
// Failures after which a view may come: until then the former one is shown.
const PASSING = ['TimedOut', 'Busy'];
const RETRY_SECONDS = 2;

/** The card. It loads when it is asked to, and changes its actors in place. */
export const Card = GObject.registerClass(
class WeatherdCard extends St.Bin {
    _init(client, preferences) {
        super._init({style_class: 'weatherd-card'});
        this._client = client;
        this._loading = false;
        this._again = false;
        this._mayRetry = true;
        this._retry = new Timer();
        this._former = {};
        this._preferences = preferences;
        this._places = new Places(position => this._ask(this._client.call('Select', '(ua{sv})', position, {})));
        this._warnings = new Warnings();
        this._notice = new Notice();
        this._hours = new Hours('Hours');
        this._days = new Days('Days');
        this._details = new Section(themed(['weather-windy']));
        this._air = new Section(themed(['weather-fog']));
        this._sun = new Section(themed(['daytime-sunrise']));
        this._mark = new St.Icon({icon_size: 16});
        this._state = wrapped('weatherd-state-text');
        this._stateBox = row({style_class: 'weatherd-state weatherd-spaced', visible: false}, this._mark, this._state);
        this._doubt = wrapped('weatherd-doubt-text');
        this._doubtBox = row({style_class: 'weatherd-state weatherd-spaced', visible: false},
            new St.Icon({gicon: themed(['dialog-question', 'dialog-information']), icon_size: 16}), this._doubt);
        this._foot = dim(wrapped('weatherd-foot'));
        this._weather = column({style_class: 'weatherd-weather', visible: false},
            this._warnings, this._doubtBox, this._stateBox, this._makePresent(), this._hours, this._days,
            column({}, this._details, this._air, this._sun), this._foot);
        this._content = column({style_class: 'weatherd-content', x_expand: true}, this._makeHead(), this._places, this._notice, this._weather);
        this._view = scrolling({
            hscrollbar_policy: St.PolicyType.NEVER,
            vscrollbar_policy: St.PolicyType.AUTOMATIC,
            overlay_scrollbars: true,
            x_expand: true,
        }, this._content);
        this.child = this._view;
        global.stage.connectObject('notify::key-focus', () => this._follow(), this);
        this.connect('destroy', () => {
            this._retry.stop();
            this._client = null;
        });
    }

    /** Reads all views, and shows them; once more if some came too late. While it loads, further requests become one. */
    async load(mayRetry = true) {
        this._again = true;
        this._mayRetry = mayRetry;
        this._retry.stop();
        if (this._loading)
            return;
        this._loading = true;
        try {
            while (this._again && this._client) {
                this._again = false;
                // One after the other: what comes meanwhile is the newest.
                // eslint-disable-next-line no-await-in-loop
                await this._load();
            }
        } finally {
            this._loading = false;
        }
    }

    /** Prepares for being opened: at its top, and at the present. */
    rewind() {
        this._hours.rewind();
        this._places.visible = false;
        this._warnings.close();
        this._notice.report('');
        const scroll = adjustment(this._view, 'v');
        scroll.value = scroll.lower;
    }

    async _load() {
        const client = this._client;
        if (client.state !== State.RUNNING) {
            this._showState(client.state);
            return;
        }
        const options = {hourly: {hours: new GLib.Variant('u', HOURS)}, daily: {days: new GLib.Variant('u', DAYS)}};
        const replies = await Promise.allSettled(VIEWS.map(view => client.view(view, options[view] ?? {})));
        if (!this._client)
            return;
        // The daemon may have gone meanwhile, or be an older one.
        if (client.state !== State.RUNNING) {
            this._showState(client.state);
            return;
        }
        const views = this._former = this._take(replies);
        if (this._mayRetry && replies.some(({reason}) => PASSING.includes(reason?.code)))
            this._retry.start(RETRY_SECONDS, () => this.load(false));
        const {current, hourly, daily, alerts, air, sun, places} = views;
        this._places.update(places);
        this._placeButton.reactive = this._placeButton.can_focus = this._places.count > 1;
        this._arrow.visible = this._places.count > 1;
        this._weather.visible = current !== null;
        if (current === null) {
            this._showError(replies[0].reason, places);
            return;
        }
        this._notice.hide();
        this._showPresent(current, paragraphs(current.texts?.warnings) || (alerts ? '' : unread(replies[VIEWS.indexOf('alerts')].reason)));
        this._warnings.update(alerts);
        this._hours.update(beginning(hourly, current));
        this._days.update(daily);
        this._details.update(current.rows, [current.texts?.wind]);
        this._air.update(air?.rows);
        this._sun.update(sun?.rows, [sun?.texts?.sunrise, sun?.texts?.sunset]);
    }

    /** The views of the replies, null for those that failed. One that came too late is the former one, if it is of the same place. */
    _take(replies) {
        const place = replies[0].value?.place ?? {name: this._client.property('Place', 's')};
        return Object.fromEntries(VIEWS.map((view, index) => {
            const {value, reason} = replies[index], former = this._former[view];
            const kept = PASSING.includes(reason?.code) && former && (view === 'places' || isSame(former.place, place));
            return [view, value ?? (kept ? former : null)];
        }));
    }

    _makeHead() {
        this._place = new St.Label({style_class: 'weatherd-place-name', y_align: Clutter.ActorAlign.CENTER});
        this._arrow = new St.Icon({gicon: themed(['pan-down']), icon_size: 16, visible: false, y_align: Clutter.ActorAlign.CENTER});
        this._placeButton = new St.Button({
            style_class: 'weatherd-heading weatherd-place-button',
            child: row({style_class: 'weatherd-spaced'}, this._place, this._arrow),
            x_align: Clutter.ActorAlign.START,
            x_expand: true,
        });
        this._placeButton.connect('clicked', () => this._places.toggle());
        this._refresh = iconButton(themed(['view-refresh']), 'Refresh', () => this._ask(this._client.call('Refresh', '(a{sv})', {})));
        return row({style_class: 'weatherd-head'}, this._placeButton, this._refresh,
            iconButton(themed(['emblem-system', 'preferences-system']), 'Preferences', () => this._preferences()));
    }

    _makePresent() {
        this._icon = new St.Icon({style_class: 'weatherd-present-icon', y_align: Clutter.ActorAlign.CENTER});
        this._temperature = new St.Label({style_class: 'weatherd-temperature', y_align: Clutter.ActorAlign.CENTER});
        this._condition = new St.Label({style_class: 'weatherd-condition'});
        this._feels = dim(new St.Label());
        this._range = dim(new St.Label());
        this._summary = wrapped('weatherd-summary');
        this._nowcast = wrapped('weatherd-nowcast');
        const words = column({x_expand: true, y_align: Clutter.ActorAlign.CENTER}, this._condition, this._feels, this._range);
        this._present = row({style_class: 'weatherd-present', can_focus: true, reactive: true}, this._icon, this._temperature, words);
        return column({style_class: 'weatherd-present-box'}, this._present, this._nowcast, this._summary);
    }

    /** `doubt` says that warnings are not known, or not all; empty if they are. */
    _showPresent(current, doubt) {
        const texts = current.texts ?? {};
        this._showPlace(line(current.place?.name) || '–');
        setIcon(this._icon, weatherIcon(current.condition?.code, current.isDay));
        this._temperature.text = isolated(line(texts.temperature));
        this._condition.text = capitalized(line(current.condition?.text));
        show(this._feels, line(texts.feelsLikeLine));
        show(this._range, capitalized(line(texts.highLow)));
        show(this._nowcast, capitalized(line(current.nowcast?.text)));
        show(this._summary, line(current.summary));
        this._present.accessible_name = sentence(current.place?.name, current.condition?.text, texts.temperature, this._feels.text,
            texts.highLow, current.nowcast?.text, current.summary, texts.state, doubt);
        const state = line(texts.state);
        setIcon(this._mark, stateIcon(current));
        this._state.text = capitalized(state);
        this._stateBox.visible = state !== '';
        this._doubt.text = capitalized(doubt);
        this._doubtBox.visible = doubt !== '';
        show(this._foot, [capitalized(line(texts.updated)), line(current.attribution)].filter(part => part !== '').join('\n'));
    }

    _showPlace(name) {
        this._place.text = name;
        this._placeButton.accessible_name = sentence(name, this._places.count > 1 ? 'Places' : '');
    }

    /** Says what the user can do without a daemon that can be asked. */
    _showState(state) {
        // A restart takes a moment: what is shown stays.
        if (state === State.AWAY)
            return;
        this._former = {};
        this._weather.hide();
        this._places.hide();
        this._showPlace('');
        this._arrow.hide();
        this._placeButton.reactive = this._placeButton.can_focus = false;
        switch (state) {
        case State.NOT_INSTALLED:
            this._notice.present('weatherd is not installed', 'Install weatherd to see the weather here.', 'How to Install',
                () => this._open('https://weatherd.org'));
            break;
        case State.STOPPED:
            this._notice.present('weatherd is not running', 'To start it now and at each login, run:\n%s'
                .replace('%s', isolated('systemctl --user enable --now weatherd.socket weatherd.service')), 'Start', () => this._ask(this._client.start()));
            break;
        case State.OUTDATED:
            this._notice.present('Update weatherd', 'The installed weatherd (%s) is too old for this extension.'
                .replace('%s', line(this._client.property('Version', 's')) || '?'), 'How to Install', () => this._open('https://weatherd.org'));
            break;
        case State.NEWER:
            this._notice.present('Update the extension', 'The installed weatherd (%s) is too new for this extension.'
                .replace('%s', line(this._client.property('Version', 's')) || '?'), 'How to Install', () => this._open('https://weatherd.org'));
            break;
        default:
            this._notice.hide();
        }
    }

    _showError(error, places) {
        this._showPlace(line(objects(places?.places).find(place => place.shown === true)?.place?.name));
        const message = line(error?.message);
        if (error?.code === 'NoLocation')
            this._notice.present('No place is set', message, 'Choose a Place', () => this._preferences());
        else
            this._notice.present('No weather yet', message, null, null);
    }

    /** Waits for a reply only to show its failure. */
    async _ask(reply) {
        try {
            await reply;
        } catch (error) {
            if (this._client && error)
                this._report(line(error.message));
        }
    }

    _report(message) {
        if (this._weather.visible)
            show(this._foot, message);
        else
            this._notice.report(message);
    }

    _open(uri) {
        Gio.AppInfo.launch_default_for_uri_async(uri, global.create_app_launch_context(0, -1), null, null);
    }

    /** Scrolls to the actor that has the keyboard's focus. */
    _follow() {
        const focus = global.stage.key_focus;
        if (!focus || focus === this._view || !this._content.contains(focus))
            return;
        const scroll = adjustment(this._view, 'v');
        const top = focus.get_transformed_position()[1] - this._content.get_transformed_position()[1];
        const height = focus.get_transformed_size()[1];
        if (top < scroll.value)
            scroll.value = Math.max(scroll.lower, top - height);
        else if (top + height > scroll.value + scroll.page_size)
            scroll.value = top + height * 2 - scroll.page_size;
    }
});

/** A label that breaks its lines. */
function wrapped(styleClass) {
    const label = new St.Label({style_class: styleClass, x_expand: true});
    label.clutter_text.set({line_wrap: true, line_wrap_mode: Pango.WrapMode.WORD_CHAR, ellipsize: Pango.EllipsizeMode.NONE});
    return label;
}

/** Shows the text, or hides the label without one. */
function show(label, text) {
    label.text = text;
    label.visible = text !== '';
}

/** The hours with the present weather first, which may be a measurement, as in the card above. */
function beginning(hourly, current) {
    const [first] = objects(hourly?.hours);
    if (first && current.texts?.temperature) {
        const {condition, isDay, temperatureC, texts} = current;
        Object.assign(first, {condition, isDay, temperatureC, texts: {...first.texts, temperature: texts.temperature}});
    }
    return hourly;
}

/** Whether two views are of the same place; coordinates that are not known are no difference. */
function isSame(place, other) {
    if (typeof place?.name !== 'string' || place.name !== other?.name)
        return false;
    return ['latitude', 'longitude'].every(key => (place[key] ?? other[key]) === (other[key] ?? place[key]));
}

/** The sentence for warnings that could not be read, which must not look like none; NoData is the daemon's answer that it has none. */
function unread(error) {
    if (error?.code === 'NoData')
        return '';
    return ['Warnings are not known', line(error?.message)].filter(part => part !== '').join(': ');
}

/** The icon that marks weather which is not a fresh one of this place. */
export function stateIcon(current) {
    if (Array.isArray(current.class) && current.class.includes('offline'))
        return themed(['network-offline']);
    if (current.sample === true)
        return themed(['dialog-information']);
    if (current.freshness !== 'fresh')
        return themed(['document-open-recent', 'appointment-soon']);
    return themed(['find-location', 'mark-location']);
}
