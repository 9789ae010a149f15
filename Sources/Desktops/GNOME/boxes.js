// Containers whose properties differ between releases of the shell.
import Clutter from 'gi://Clutter';
import St from 'gi://St';

/** A vertical box: `vertical` before GNOME 48. */
export function column(params = {}, ...children) {
    const box = new St.BoxLayout(params);
    if ('orientation' in box)
        box.orientation = Clutter.Orientation.VERTICAL;
    else
        box.vertical = true;
    children.forEach(child => box.add_child(child));
    return box;
}

/** A horizontal box. */
export function row(params = {}, ...children) {
    const box = new St.BoxLayout(params);
    children.forEach(child => box.add_child(child));
    return box;
}

/** A scrolling view of a box; `add_actor` before GNOME 46. */
export function scrolling(params, child) {
    const view = new St.ScrollView(params);
    if (view.add_actor)
        view.add_actor(child);
    else
        view.child = child;
    return view;
}

/** The view's adjustment along an axis: a property of the view since GNOME 46. */
export function adjustment(view, axis) {
    return view[`${axis}adjustment`] ?? view[`${axis}scroll`].adjustment;
}

/** Scrolls so that the child of the view's box is visible along an axis. */
export function reveal(view, axis, child) {
    const scroll = adjustment(view, axis);
    const [start, size] = axis === 'h' ? [child.x, child.width] : [child.y, child.height];
    const margin = size / 2;
    // In right-to-left layouts the horizontal value counts from the right.
    const from = axis === 'h' && view.text_direction === Clutter.TextDirection.RTL ? scroll.upper - start - size : start;
    if (from - margin < scroll.value)
        scroll.value = Math.max(scroll.lower, from - margin);
    else if (from + size + margin > scroll.value + scroll.page_size)
        scroll.value = from + size + margin - scroll.page_size;
}

/** Makes the actor less prominent, except with high contrast. */
export function dim(actor) {
    const settings = St.Settings.get();
    const update = () => {
        actor.opacity = settings.high_contrast ? 255 : 178;
    };
    settings.connectObject('notify::high-contrast', update, actor);
    update();
    return actor;
}

/** Shows exactly `count` of the actors, and makes those that are missing: rows are reused, not made again at each update. */
export function pool(box, actors, count, make) {
    while (actors.length < count) {
        const actor = make();
        actors.push(actor);
        box.add_child(actor);
    }
    actors.forEach((actor, index) => {
        actor.visible = index < count;
    });
    return actors.slice(0, count);
}

/** A button with a symbolic icon and an accessible name. */
export function iconButton(names, label, clicked) {
    const button = new St.Button({
        style_class: 'icon-button flat weatherd-icon-button',
        can_focus: true,
        accessible_name: label,
        child: new St.Icon({gicon: names, icon_size: 16}),
        y_align: Clutter.ActorAlign.CENTER,
    });
    button.connect('clicked', clicked);
    return button;
}
