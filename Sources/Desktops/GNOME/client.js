// The connection to weatherd, shared by the shell and the preferences: properties pushed by the daemon, and calls with a deadline.
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

const NAME = 'org.weatherd.Weather1';
const PATH = '/org/weatherd/Weather1';
const PROPERTIES = 'org.freedesktop.DBus.Properties';
const BUS = 'org.freedesktop.DBus';
const DEADLINE_MS = 5000;
// Searching and naming a place may need the network.
const NETWORK_DEADLINE_MS = 20000;
const SLOW_METHODS = ['Search', 'SetLocation', 'AddPlace'];

/** What the user can expect of the daemon. */
export const State = Object.freeze({
    CONNECTING: 'connecting',
    NOT_INSTALLED: 'not-installed',
    STOPPED: 'stopped',
    OUTDATED: 'outdated',
    RUNNING: 'running',
});

/** A failed call: `code` is the line protocol's ('NoData'), or 'Outdated', 'Gone', 'TimedOut'. */
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
        this._outdated = false;
        this._hasTexts = true;
        this._connect().catch(error => {
            if (error)
                console.warn(`weatherd: no connection to the session bus: ${error.message}`);
        });
    }

    /** Stops everything that is under way; nothing is called back afterwards. */
    destroy() {
        this._cancellable.cancel();
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
        if (this._owner === null)
            return this._installed ? State.STOPPED : State.NOT_INSTALLED;
        return this._outdated ? State.OUTDATED : State.RUNNING;
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

    /** A view of docs/json.md, with ready texts if the daemon has them. Marks a daemon without views as outdated. */
    async view(view, options = {}) {
        const owner = this._owner;
        try {
            const object = JSON.parse(await this._getJson(view, options, owner));
            if (typeof object !== 'object' || object === null)
                throw new CallError('Malformed', `weatherd's reply to ${view} is not an object`);
            return object;
        } catch (error) {
            if (error?.code === 'Outdated' && owner === this._owner && !this._outdated) {
                this._outdated = true;
                this._changed();
            }
            throw error instanceof SyntaxError ? new CallError('Malformed', error.message) : error;
        }
    }

    async _getJson(view, options, owner) {
        if (this._hasTexts) {
            try {
                return await this.call('GetJson', '(sa{sv})', view, {texts: new GLib.Variant('b', true), ...options});
            } catch (error) {
                if (error?.code !== 'Outdated' || owner !== this._owner)
                    throw error;
            }
            this._hasTexts = false;
        }
        return this.call('GetJson', '(sa{sv})', view, options);
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

    async _appeared(owner) {
        this._owner = owner;
        this._outdated = false;
        this._hasTexts = true;
        try {
            const reply = await this._send(NAME, PATH, PROPERTIES, 'GetAll', new GLib.Variant('(s)', [NAME]), DEADLINE_MS);
            if (this._owner !== owner)
                return;
            this._properties.clear();
            this._store(reply.get_child_value(0));
        } catch (error) {
            if (this._owner !== owner)
                return;
            this._outdated = error?.code === 'Outdated';
        }
        this._known = true;
        this._changed();
    }

    async _vanished() {
        this._owner = null;
        this._properties.clear();
        try {
            const [names] = (await this._ask('ListActivatableNames', null, DEADLINE_MS)).deepUnpack();
            this._installed = names.includes(NAME);
        } catch {
            this._installed = true;
        }
        if (this._cancellable.is_cancelled() || this._owner !== null)
            return;
        this._known = true;
        this._changed();
    }

    _propertiesChanged(sender, parameters) {
        if (sender !== this._owner || parameters.get_type_string() !== '(sa{sv}as)')
            return;
        parameters.get_child_value(2).deepUnpack().forEach(name => this._properties.delete(name));
        this._store(parameters.get_child_value(1));
        if (this._known)
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
