// The days as rows: name, icon, probability, and the range from low to high as a bar on the scale of all days.
import Atk from 'gi://Atk';
import Cairo from 'cairo';
import Clutter from 'gi://Clutter';
import GObject from 'gi://GObject';
import St from 'gi://St';

import {column, dim, pool} from './boxes.js';
import {color, setSource} from './colors.js';
import {setIcon, weatherIcon} from './icons.js';
import {capitalized, isolated, line, number, objects, sentence} from './words.js';

const Day = GObject.registerClass(
class WeatherdDay extends St.BoxLayout {
    _init() {
        super._init({
            style_class: 'weatherd-row',
            can_focus: true,
            reactive: true,
            track_hover: true,
            accessible_role: Atk.Role.LIST_ITEM,
        });
        const middle = {y_align: Clutter.ActorAlign.CENTER};
        this._name = new St.Label({style_class: 'weatherd-day-name', ...middle});
        this._icon = new St.Icon({style_class: 'weatherd-day-icon', ...middle});
        this._probability = new St.Label({style_class: 'weatherd-day-probability', ...middle});
        this._low = dim(new St.Label({style_class: 'weatherd-day-low', ...middle}));
        this._bar = new St.DrawingArea({style_class: 'weatherd-bar', x_expand: true, ...middle});
        this._high = new St.Label({style_class: 'weatherd-day-high', ...middle});
        this._bar.connect('repaint', area => this._draw(area));
        [this._name, this._icon, this._probability, this._low, this._bar, this._high].forEach(actor => this.add_child(actor));
    }

    /** Shows a day; `from` and `to` are the ends of its bar as shares of the scale, null without temperatures. */
    update(day, from, to) {
        const texts = day.texts ?? {}, condition = day.expected ?? day.condition;
        this._name.text = capitalized(line(texts.day));
        setIcon(this._icon, weatherIcon(condition?.code, true));
        this._probability.text = line(texts.probability);
        this._low.text = isolated(line(texts.low));
        this._high.text = isolated(line(texts.high));
        this._from = from;
        this._to = to;
        this.accessible_name = sentence(texts.day, condition?.text, texts.range, texts.probability, texts.precipitation);
        this._bar.queue_repaint();
    }

    _draw(area) {
        const context = area.get_context();
        try {
            const [width, height] = area.get_surface_size();
            const node = area.get_theme_node();
            if (area.text_direction === Clutter.TextDirection.RTL) {
                context.translate(width, 0);
                context.scale(-1, 1);
            }
            setSource(context, node.get_foreground_color(), 0.15);
            capsule(context, 0, width, height);
            if (this._from !== null) {
                // Equal colours are equal temperatures: the gradient spans the scale, not the bar.
                const gradient = new Cairo.LinearGradient(0, 0, width, 0);
                ['-weatherd-cold-color', '-weatherd-warm-color'].forEach((property, stop) => {
                    const {red, green, blue, alpha} = color(node, property);
                    gradient.addColorStopRGBA(stop, red / 255, green / 255, blue / 255, alpha / 255);
                });
                context.setSource(gradient);
                const start = this._from * (width - height);
                capsule(context, start, Math.max(height, (this._to - this._from) * (width - height) + height), height);
            }
        } finally {
            context.$dispose();
        }
    }
});

/** The rows. */
export const Days = GObject.registerClass(
class WeatherdDays extends St.Bin {
    _init(title) {
        super._init({accessible_name: title, accessible_role: Atk.Role.LIST});
        this._days = [];
        this._column = column({style_class: 'weatherd-days', x_expand: true});
        this.child = this._column;
    }

    /** Shows the days of the view `daily`. */
    update(daily) {
        const days = objects(daily?.days).filter(day => line(day.texts?.day) !== '').slice(0, 10);
        const extremes = days.map(day => [number(day.temperatureMinC), number(day.temperatureMaxC)]);
        const known = extremes.flat().filter(value => value !== null);
        const low = Math.min(...known), span = Math.max(...known) - low || 1;
        pool(this._column, this._days, days.length, () => new Day()).forEach((row, index) => {
            const [min, max] = extremes[index];
            const complete = min !== null && max !== null && min <= max;
            row.update(days[index], complete ? (min - low) / span : null, complete ? (max - low) / span : null);
        });
        this.visible = days.length > 0;
    }
});

/** Fills a bar with round ends. */
function capsule(context, x, width, height) {
    const radius = height / 2;
    context.newPath();
    context.arc(x + radius, radius, radius, Math.PI / 2, Math.PI * 3 / 2);
    context.arc(x + width - radius, radius, radius, -Math.PI / 2, Math.PI / 2);
    context.closePath();
    context.fill();
}
