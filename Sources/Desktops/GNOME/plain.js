// Texts for the views of a daemon that has none: only what needs few words, and temperatures in the units that it reports.
import {gettext as _} from 'resource:///org/gnome/shell/extensions/extension.js';

import {line, number, objects} from './words.js';

const SCALES = {'°C': [1, 0, '°'], '°F': [1.8, 32, '°'], 'K': [1, 273.15, '\u00a0K']};
const INDEXES = {european: 'europeanAqi', us: 'usAqi', aqhi: 'aqhi', naqi: 'naqi', daqi: 'daqi'};

/** Adds `texts` to the objects of the views, and `rows` to the views, unless the daemon has. */
export function complete({current, hourly, daily, air, sun, places}, units) {
    if (current && !current.texts) {
        current.texts = {
            temperature: degrees(current.temperatureC, units),
            feelsLikeLine: number(current.feelsLikeC) === null ? '' : `${_('Feels like')} ${degrees(current.feelsLikeC, units)}`,
            state: state(current),
        };
        current.rows = [
            {label: _('Humidity'), value: percent(current.humidityPercent)},
            {label: _('Cloud cover'), value: percent(current.cloudCoverPercent)},
        ];
    }
    add(hourly?.hours, (hour, index) => ({
        time: index === 0 ? _('Now') : time(hour.time),
        temperature: degrees(hour.temperatureC, units),
        probability: percent(hour.precipitationProbabilityPercent),
    }));
    add(daily?.days, (day, index) => ({
        day: index === 0 ? _('Today') : day.weekday,
        low: degrees(day.temperatureMinC, units),
        high: degrees(day.temperatureMaxC, units),
        probability: percent(day.precipitationProbabilityPercent),
    }));
    add(places?.places, place => ({temperature: degrees(place.temperatureC, units)}));
    const index = air?.[INDEXES[air.scale]];
    if (air && !air.rows && number(index) !== null)
        air.rows = [{label: _('Index'), value: String(Math.round(index))}];
    if (sun && !sun.rows) {
        sun.texts = {sunrise: time(sun.sunrise), sunset: time(sun.sunset)};
        sun.rows = [
            {label: _('Sunrise'), value: sun.texts.sunrise},
            {label: _('Sunset'), value: sun.texts.sunset},
            {label: _('Moon'), value: line(sun.moon?.text)},
        ];
    }
}

function add(list, texts) {
    objects(list).forEach((element, index) => {
        element.texts ??= texts(element, index);
    });
}

/** Whole degrees in the daemon's units, such as "−3°"; null if unknown. */
function degrees(celsius, units) {
    if (number(celsius) === null)
        return null;
    const [factor, offset, sign] = SCALES[/temperature in ([^,]+)/.exec(units)?.[1]] ?? SCALES['°C'];
    const value = celsius * factor + offset, whole = Math.round(Math.abs(value));
    return `${value < 0 && whole > 0 ? '−' : ''}${whole}${sign}`;
}

/** The time of day of an RFC 3339 time, in its own offset. */
function time(value) {
    return /T(\d\d:\d\d)/.exec(line(value))?.[1] ?? '';
}

function percent(value) {
    return number(value) ? `${Math.round(value)}%` : null;
}

function state(current) {
    if (Array.isArray(current.class) && current.class.includes('offline'))
        return _('offline');
    if (current.sample === true)
        return _('sample data');
    return current.freshness === 'fresh' ? null : _('out of date');
}
