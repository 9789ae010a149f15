// Text from the daemon made safe to show, and the sentences that a screen reader speaks.

/** The value as one line of at most 200 characters; empty unless it is text. */
export function line(value) {
    return typeof value === 'string' ? [...value.slice(0, 2000).replace(/\s+/g, ' ')].slice(0, 200).join('') : '';
}

/** The value as paragraphs of at most 4000 characters; empty unless it is text. */
export function paragraphs(value) {
    return typeof value === 'string' ? [...value.slice(0, 16000).replace(/\r/g, '').replace(/\n{3,}/g, '\n\n')].slice(0, 4000).join('').trim() : '';
}

/** The elements that are objects; empty unless the value is a list. */
export function objects(value) {
    return Array.isArray(value) ? value.filter(element => typeof element === 'object' && element !== null) : [];
}

/** The value if it is a finite number, else null. */
export function number(value) {
    return Number.isFinite(value) ? value : null;
}

/** The text isolated, so that its direction does not affect its neighbours. */
export function isolated(text) {
    return text === '' ? '' : `\u2068${text}\u2069`;
}

/** One spoken sentence of the parts that are known. */
export function sentence(...parts) {
    return parts.map(part => line(part).replace(/[.,;:\s]+$/, '')).filter(part => part !== '').map(isolated).join(', ');
}

/** The text with its first letter in upper case. */
export function capitalized(text) {
    const [first = '', ...rest] = text;
    return first.toLocaleUpperCase() + rest.join('');
}
