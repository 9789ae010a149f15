// A one-shot timer that ends with its owner.
import GLib from 'gi://GLib';

export class Timer {
    constructor() {
        this._source = 0;
    }

    get running() {
        return this._source !== 0;
    }

    /** Calls back once after this time, in seconds; an earlier start is forgotten. */
    start(seconds, fired) {
        this.stop();
        this._source = GLib.timeout_add_seconds(GLib.PRIORITY_DEFAULT, seconds, () => {
            this._source = 0;
            fired();
            return GLib.SOURCE_REMOVE;
        });
    }

    stop() {
        if (this._source)
            GLib.source_remove(this._source);
        this._source = 0;
    }
}
