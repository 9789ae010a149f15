// The connection to weatherd, shared by the shell and the preferences: properties pushed by the daemon, and calls with a deadline.
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

import {Timer} from './timer.js';

const NAME = 'org.weatherd.Weather1';
const PATH = '/org/weatherd/Weather1';
const PROPERTIES = 'org.freedesktop.DBus.Properties';
const BUS = 'org.freedesktop.DBus';
const DEADLINE_MS = 5000;
// Searching and naming a place may need the network.
const NETWORK_DEADLINE_MS = 20000;
const SLOW_METHODS = ['Search', 'SetLocation', 'AddPlace'];
// A restart takes a moment, in which the panel keeps what it shows.
const AWAY_SECONDS = 5;
const RETRY_SECONDS = 2;
// The `schema` of docs/json.md that this extension reads.
const SCHEMA = 1;

/** What the user can expect of the daemon. */
export const State = Object.freeze({
    CONNECTING: 'connecting',
    NOT_INSTALLED: 'not-installed',
    STOPPED: 'stopped',
    AWAY: 'away',
    OUTDATED: 'outdated',
    NEWER: 'newer',
    RUNNING: 'running',
});

/** A failed call: `code` is the line protocol's ('NoData'), or 'Outdated', 'Newer', 'Malformed', 'Gone', 'TimedOut'. */
export class CallError extends Error {
    constructor(code, message) {
        super(message);
        this.code = code;
    }

    static from(error) {
        const remote = Gio.DBusError.get_remote_error(error) ?? '';
        const message = GLib.utf8_make_valid(error.message ?? '', -1).replace(/^GDBus\.Error:\S+: /, '');
        if (remote.startsWith('org.weatherd.Error.'))
            return new CallError(remote.slice('org.weatherd.Error.'.length), message);
        switch (remote.slice('org.freedesktop.DBus.Error.'.length)) {
        case 'UnknownMethod':
        case 'UnknownInterface':
        case 'UnknownObject':
        case 'InvalidArgs':
            return new CallError('Outdated', message);
        case 'NoReply':
        case 'Timeout':
            return new CallError('TimedOut', message);
        default:
            return new CallError(error.matches?.(Gio.IOErrorEnum, Gio.IOErrorEnum.TIMED_OUT) ? 'TimedOut' : 'Gone', message);
        }
    }
}

/** Follows the daemon: `changed` is called whenever a property or the state has changed. */
export class Client {
    constructor(changed) {
        this._changed = changed;
        this._cancellable = new Gio.Cancellable();
        this._bus = null;
        this._owner = null;
        this._watch = 0;
        this._subscription = 0;
        this._properties = new Map();
        this._known = false;
        this._installed = true;
        // The state for a daemon of another version, else null.
        this._mismatch = null;
        // Whether the properties are all of the present daemon's.
        this._complete = false;
        this._reading = null;
        this._retried = false;
        this._away = new Timer();
        this._retry = new Timer();
        this._connect().catch(error => {
            if (error)
                console.warn(`weatherd: no connection to the session bus: ${error.message}`);
        });
    }

    /** Stops everything that is under way; nothing is called back afterwards. */
    destroy() {
        this._cancellable.cancel();
        this._away.stop();
        this._retry.stop();
        if (this._watch)
            Gio.bus_unwatch_name(this._watch);
        if (this._subscription)
            this._bus.signal_unsubscribe(this._subscription);
        this._watch = this._subscription = 0;
        this._bus = this._owner = null;
        this._properties.clear();
        this._changed = () => {};
    }

    get state() {
        if (!this._known)
            return State.CONNECTING;
        if (this._owner !== null)
            return this._mismatch ?? State.RUNNING;
        if (this._away.running)
            return State.AWAY;
        return this._installed ? State.STOPPED : State.NOT_INSTALLED;
    }

    /** Whether the properties are the present ones: not while the daemon restarts, nor after they could not be read. */
    get complete() {
        return this._complete;
    }

    /** Reads the properties again if that has failed. */
    ensure() {
        if (this._owner !== null && !this._complete)
            this._readAll();
    }

    /** The property, or null if it is unknown or of another type. */
    property(name, type) {
        const value = this._properties.get(name);
        return value?.get_type_string() === type ? value.unpack() : null;
    }

    /** Calls a method and resolves with its first result, or null; rejects with CallError, or with null after destroy(). */
    async call(method, signature = '()', ...values) {
        if (!this._bus)
            throw new CallError('Gone', 'weatherd is not connected');
        const deadline = SLOW_METHODS.includes(method) ? NETWORK_DEADLINE_MS : DEADLINE_MS;
        const reply = await this._send(NAME, PATH, NAME, method, new GLib.Variant(signature, values), deadline);
        return reply.n_children() ? reply.get_child_value(0).recursiveUnpack() : null;
    }

    /** A view of docs/json.md with its ready texts. A reply that this extension cannot read marks the daemon as older or newer. */
    async view(view, options = {}) {
        const owner = this._owner;
        try {
            const object = JSON.parse(await this.call('GetJson', '(sa{sv})', view, {texts: new GLib.Variant('b', true), ...options}));
            if (typeof object !== 'object' || object === null)
                throw new CallError('Malformed', `weatherd's reply to ${view} is not an object`);
            if (object.schema !== SCHEMA)
                throw new CallError('Newer', `weatherd's reply to ${view} has another schema than ${SCHEMA}`);
            return object;
        } catch (error) {
            const mismatch = {Outdated: State.OUTDATED, Newer: State.NEWER}[error?.code] ?? null;
            if (mismatch && owner === this._owner && this._mismatch !== mismatch) {
                this._mismatch = mismatch;
                this._changed();
            }
            throw error instanceof SyntaxError ? new CallError('Malformed', error.message) : error;
        }
    }

    /** Asks the bus to start the daemon by its activation file. */
    async start() {
        await this._ask('StartServiceByName', new GLib.Variant('(su)', [NAME, 0]), NETWORK_DEADLINE_MS);
    }

    async _connect() {
        const bus = await new Promise((resolve, reject) => {
            Gio.bus_get(Gio.BusType.SESSION, this._cancellable, (_, result) => {
                try {
                    resolve(Gio.bus_get_finish(result));
                } catch (error) {
                    reject(this._cancellable.is_cancelled() ? null : error);
                }
            });
        });
        if (this._cancellable.is_cancelled())
            return;
        this._bus = bus;
        // Unlike a Gio.DBusProxy, which leaves its matches to the garbage collector, both end with destroy().
        this._subscription = bus.signal_subscribe(NAME, PROPERTIES, 'PropertiesChanged', PATH, NAME, Gio.DBusSignalFlags.NONE,
            (_, sender, path, iface, signal, parameters) => this._propertiesChanged(sender, parameters));
        this._watch = Gio.bus_watch_name_on_connection(bus, NAME, Gio.BusNameWatcherFlags.NONE,
            (_, name, owner) => this._appeared(owner), () => this._vanished());
    }

    _appeared(owner) {
        this._owner = owner;
        this._mismatch = null;
        this._retried = false;
        this._readAll();
    }

    /** Reads all properties; after a failure once more by itself, then at the next change. */
    async _readAll() {
        const owner = this._owner;
        if (this._reading === owner)
            return;
        this._reading = owner;
        this._retry.stop();
        try {
            const reply = await this._send(NAME, PATH, PROPERTIES, 'GetAll', new GLib.Variant('(s)', [NAME]), DEADLINE_MS);
            if (this._owner !== owner)
                return;
            this._away.stop();
            this._properties.clear();
            this._store(reply.get_child_value(0));
            this._complete = true;
        } catch (error) {
            if (this._owner !== owner)
                return;
            if (error?.code === 'Outdated') {
                this._mismatch = State.OUTDATED;
            } else if (!this._retried) {
                this._retried = true;
                this._retry.start(RETRY_SECONDS, () => this.ensure());
            }
        } finally {
            if (this._reading === owner)
                this._reading = null;
        }
        this._known = true;
        this._changed();
    }

    async _vanished() {
        this._owner = null;
        this._complete = false;
        this._retry.stop();
        // Not restarted by a daemon that ends again before it has answered.
        if (this._properties.size > 0 && !this._away.running)
            this._away.start(AWAY_SECONDS, () => this._forget());
        if (this._known)
            this._changed();
        let installed = true;
        try {
            const [names] = (await this._ask('ListActivatableNames', null, DEADLINE_MS)).deepUnpack();
            installed = names.includes(NAME);
        } catch {
            // Without an answer the daemon counts as installed: Start says more.
        }
        if (this._cancellable.is_cancelled() || this._owner !== null)
            return;
        this._installed = installed;
        this._known = true;
        if (installed)
            this._changed();
        else
            this._forget();
    }

    /** Drops what the former daemon has said. */
    _forget() {
        this._away.stop();
        if (!this._complete)
            this._properties.clear();
        this._changed();
    }

    _propertiesChanged(sender, parameters) {
        if (sender !== this._owner || parameters.get_type_string() !== '(sa{sv}as)')
            return;
        if (!this._complete) {
            this._readAll();
            return;
        }
        parameters.get_child_value(2).deepUnpack().forEach(name => this._properties.delete(name));
        this._store(parameters.get_child_value(1));
        this._changed();
    }

    /** Keeps the small properties: views deliver the lists when they are shown. */
    _store(properties) {
        for (const [name, value] of Object.entries(properties.deepUnpack())) {
            if (!value.get_type_string().startsWith('a'))
                this._properties.set(name, value);
        }
    }

    _ask(method, parameters, deadline) {
        return this._send(BUS, '/org/freedesktop/DBus', BUS, method, parameters, deadline);
    }

    /** A call that never starts the daemon. Rejects with CallError, or with null after destroy(). */
    _send(name, path, iface, method, parameters, deadline) {
        const bus = this._bus;
        return new Promise((resolve, reject) => {
            bus.call(name, path, iface, method, parameters, null, Gio.DBusCallFlags.NO_AUTO_START, deadline, this._cancellable, (_, result) => {
                try {
                    resolve(bus.call_finish(result));
                } catch (error) {
                    reject(this._cancellable.is_cancelled() ? null : CallError.from(error));
                }
            });
        });
    }
}
