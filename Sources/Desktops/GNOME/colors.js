// Colours of the theme for Cairo. Their class was renamed in GNOME 47, so only the fields of what the theme gives are used.

/** The colour of a CSS property, or the text's colour if the theme has none. */
export function color(node, property) {
    const [found, value] = node.lookup_color(property, true);
    return found ? value : node.get_foreground_color();
}

/** The source for drawing, with the colour's opacity reduced to a share. */
export function setSource(context, value, share) {
    context.setSourceRGBA(value.red / 255, value.green / 255, value.blue / 255, value.alpha / 255 * share);
}
