// The hours as a strip that scrolls, with the temperature as a curve through the columns.
import Atk from 'gi://Atk';
import Clutter from 'gi://Clutter';
import GObject from 'gi://GObject';
import St from 'gi://St';

import {adjustment, column, dim, pool, reveal, row, scrolling} from './boxes.js';
import {color, setSource} from './colors.js';
import {setIcon, weatherIcon} from './icons.js';
import {isolated, line, number, objects, sentence} from './words.js';

const LINE_WIDTH = 2;
// Between the text of a temperature and its point.
const GAP = 5;
// Of the area below the lowest point.
const AREA = 14;

/** One hour: time, icon, temperature above its point of the curve, and the probability of precipitation. */
const Hour = GObject.registerClass(
class WeatherdHour extends St.BoxLayout {
    _init() {
        super._init({
            style_class: 'weatherd-hour',
            can_focus: true,
            reactive: true,
            track_hover: true,
            accessible_role: Atk.Role.LIST_ITEM,
        });
        this._time = dim(new St.Label({style_class: 'weatherd-hour-time', x_align: Clutter.ActorAlign.CENTER}));
        this._icon = new St.Icon({style_class: 'weatherd-hour-icon', x_align: Clutter.ActorAlign.CENTER});
        this._temperature = new St.Label({style_class: 'weatherd-hour-temperature', x_align: Clutter.ActorAlign.CENTER, y_align: Clutter.ActorAlign.START});
        this._range = new St.Widget({style_class: 'weatherd-hour-range', layout_manager: new Clutter.BinLayout(), x_expand: true});
        this._range.add_child(this._temperature);
        // The temperature's height within its range, whatever the size of the font.
        this._height = new Clutter.AlignConstraint({source: this._range, align_axis: Clutter.AlignAxis.Y_AXIS, factor: 0});
        this._temperature.add_constraint(this._height);
        this._probability = new St.Label({style_class: 'weatherd-hour-probability', x_align: Clutter.ActorAlign.CENTER});
        this._column = column({x_expand: true}, this._time, this._icon, this._range, this._probability);
        this.add_child(this._column);
    }

    /** `height` is the temperature's share of the curve's range; `rain`: some hour has a probability. */
    update(hour, height, rain) {
        const texts = hour.texts ?? {};
        this._time.text = line(texts.time);
        setIcon(this._icon, weatherIcon(hour.condition?.code, hour.isDay));
        this._temperature.text = isolated(line(texts.temperature));
        this._probability.text = line(texts.probability);
        this._probability.visible = rain;
        this._height.factor = 1 - height;
        this.accessible_name = sentence(texts.time, hour.condition?.text, texts.temperature, texts.probability, texts.precipitation, texts.wind);
    }

    /** Calls back when the point of the curve has moved. */
    connectMoved(moved) {
        this.connect('notify::allocation', moved);
        this._temperature.connect('notify::allocation', moved);
    }

    /** The point of the curve in the strip's coordinates. */
    get point() {
        // Allocations, since positions are 0 while a new layout is due.
        const {x1, x2} = this.allocation;
        return [(x1 + x2) / 2, this._top + this._temperature.allocation.y2 + GAP];
    }

    /** Where the curve's area ends. */
    get floor() {
        return this._top + this._range.allocation.get_height() + AREA;
    }

    /** The top of the temperature's range. */
    get _top() {
        return this.allocation.y1 + this._column.allocation.y1 + this._range.allocation.y1;
    }
});

/** The strip. */
export const Hours = GObject.registerClass(
class WeatherdHours extends St.Bin {
    _init(title) {
        super._init({style_class: 'weatherd-hours', accessible_name: title, accessible_role: Atk.Role.LIST});
        this._hours = [];
        this._shown = [];
        this._curve = new St.DrawingArea({x_expand: true, y_expand: true});
        this._curve.connect('repaint', area => this._draw(area));
        this._row = row({});
        const layers = new St.Widget({layout_manager: new Clutter.BinLayout()});
        layers.add_child(this._curve);
        layers.add_child(this._row);
        // A view scrolls only actors that are scrollable.
        const content = row({}, layers);
        this._view = scrolling({
            style_class: 'hfade',
            hscrollbar_policy: St.PolicyType.EXTERNAL,
            vscrollbar_policy: St.PolicyType.NEVER,
            x_expand: true,
        }, content);
        this._view.connect('scroll-event', (_, event) => this._scroll(event));
        this.child = this._view;
    }

    /** Shows the hours of the view `hourly`; `curve` describes the range for screen readers. */
    update(hourly) {
        const hours = objects(hourly?.hours).filter(hour => line(hour.texts?.time) !== '');
        const known = hours.map(hour => number(hour.temperatureC)).filter(value => value !== null);
        const low = Math.min(...known), high = Math.max(...known);
        this._shown = pool(this._row, this._hours, hours.length, () => this._make());
        const rain = hours.some(hour => line(hour.texts.probability) !== '');
        this._shown.forEach((hour, index) => {
            const value = number(hours[index].temperatureC);
            hour.known = value !== null;
            // A day that hardly changes is a flat line in the middle.
            hour.update(hours[index], value === null ? 0.5 : 0.5 + (value - (low + high) / 2) / Math.max(high - low, 4), rain);
        });
        this.visible = hours.length > 0;
        this._curve.queue_repaint();
    }

    /** Scrolls back to the present. */
    rewind() {
        const scroll = adjustment(this._view, 'h');
        scroll.value = scroll.lower;
    }

    _make() {
        const hour = new Hour();
        hour.connect('key-focus-in', () => reveal(this._view, 'h', hour));
        hour.connectMoved(() => this._curve.queue_repaint());
        return hour;
    }

    _scroll(event) {
        const scroll = adjustment(this._view, 'h');
        const step = 48;
        let delta;
        switch (event.get_scroll_direction()) {
        case Clutter.ScrollDirection.UP:
        case Clutter.ScrollDirection.LEFT:
            delta = -step;
            break;
        case Clutter.ScrollDirection.DOWN:
        case Clutter.ScrollDirection.RIGHT:
            delta = step;
            break;
        default: {
            const [dx, dy] = event.get_scroll_delta();
            // A vertical gesture of a touchpad belongs to the card around the strip.
            if (Math.abs(dx) <= Math.abs(dy))
                return Clutter.EVENT_PROPAGATE;
            delta = dx * step;
        }
        }
        scroll.value += delta;
        return Clutter.EVENT_STOP;
    }

    _draw(area) {
        const context = area.get_context();
        try {
            const [width] = area.get_surface_size();
            const hours = this._shown.filter(hour => hour.known && hour.visible);
            if (hours.length > 1 && area.width > 0)
                this._drawCurve(context, hours, area.get_theme_node(), width / area.width);
        } finally {
            context.$dispose();
        }
    }

    _drawCurve(context, hours, node, scale) {
        context.scale(scale, scale);
        const points = hours.map(hour => hour.point).sort((a, b) => a[0] - b[0]);
        const floor = hours[0].floor, first = points[0], last = points.at(-1);
        const line_ = color(node, '-weatherd-curve-color');
        smooth(context, points);
        setSource(context, line_, 1);
        context.setLineWidth(LINE_WIDTH);
        context.strokePreserve();
        context.lineTo(last[0], floor);
        context.lineTo(first[0], floor);
        context.closePath();
        setSource(context, line_, 0.15);
        context.fill();
        setSource(context, line_, 1);
        const [now] = hours[0].text_direction === Clutter.TextDirection.RTL ? [last] : [first];
        context.arc(now[0], now[1], LINE_WIDTH * 2, 0, 2 * Math.PI);
        context.fill();
    }
});

/** A path through the points without overshoot: its slopes are those of a monotone cubic (Fritsch and Carlson). */
function smooth(context, points) {
    const secants = points.slice(1).map(([x, y], index) => (y - points[index][1]) / (x - points[index][0]));
    const slopes = points.map((_, index) => {
        const before = secants[index - 1] ?? secants[index], after = secants[index] ?? before;
        return before * after <= 0 ? 0 : 2 * before * after / (before + after);
    });
    context.moveTo(...points[0]);
    for (let index = 1; index < points.length; index++) {
        const [x0, y0] = points[index - 1], [x1, y1] = points[index];
        const third = (x1 - x0) / 3;
        context.curveTo(x0 + third, y0 + third * slopes[index - 1], x1 - third, y1 - third * slopes[index], x1, y1);
    }
}
