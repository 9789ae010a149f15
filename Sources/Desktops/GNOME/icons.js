// Icons of the theme for weather: the best name first, then names that every theme has, at last the extension's own file.
import Gio from 'gi://Gio';

// The condition refines the daemon's icon name, which is one of the common specification.
const REFINED = {
    'mostly-clear': ['few-clouds'],
    'haze': ['mist'],
    'smoke': ['mist'],
    'dust': ['mist'],
    'freezing-drizzle': ['freezing-rain'],
    'freezing-rain': ['freezing-rain'],
    'sleet': ['snow-rain'],
    'snow-light': ['snow-scattered'],
    'snow-showers': ['snow-scattered'],
    'thunderstorm-hail': ['hail'],
    'squall': ['windy', 'clear-wind'],
    'tornado': ['tornado'],
};
const COMMON = {
    'clear': 'clear',
    'mostly-clear': 'clear',
    'partly-cloudy': 'few-clouds',
    'fog': 'fog',
    'haze': 'fog',
    'smoke': 'fog',
    'dust': 'fog',
    'drizzle': 'showers-scattered',
    'rain-light': 'showers-scattered',
    'rain-showers': 'showers-scattered',
    'rain': 'showers',
    'rain-heavy': 'showers',
    'freezing-drizzle': 'showers',
    'freezing-rain': 'showers',
    'sleet': 'snow',
    'snow-light': 'snow',
    'snow': 'snow',
    'snow-heavy': 'snow',
    'snow-showers': 'snow',
    'thunderstorm': 'storm',
    'thunderstorm-hail': 'storm',
    'squall': 'overcast',
    'tornado': 'storm',
};
const WITH_NIGHT = ['clear', 'few-clouds'];

/** The symbolic icon of the first of these names that the theme has. */
export function themed(names) {
    return Gio.ThemedIcon.new_from_names(names.flatMap(name => [`${name}-symbolic`, name]));
}

/** Shows an icon unless the actor has an equal one, which would be loaded again. */
export function setIcon(actor, icon) {
    if (!actor.gicon?.equal(icon))
        actor.gicon = icon;
}

/** The icon of a condition code of docs/json.md; `name` is the daemon's IconName, which also covers codes that are new. */
export function weatherIcon(code, isDay, name = null) {
    const common = COMMON[code] ?? 'overcast';
    const chain = [...REFINED[code] ?? [], common].flatMap(word => isDay === false && WITH_NIGHT.includes(word) ? [`${word}-night`, word] : [word]);
    const names = chain.map(word => `weather-${word}`);
    if (/^[a-z-]{1,60}$/.test(name ?? ''))
        names.splice(code in COMMON ? names.length : 0, 0, name);
    return themed([...names, 'weather-overcast']);
}

/** The icon of a warning. */
export function warningIcon() {
    return themed(['weather-severe-alert', 'dialog-warning']);
}
