/** Signs that turn the order of what follows around: a name or sum with them reads as another one. */
const TURNS = /\p{Bidi_Control}/gu;

/**
 * Text as the database and people's eyes take it: no NUL, nothing that turns, no half of a surrogate pair.
 * @param {string} raw
 * @returns {string}
 */
export const storableText = (raw) => raw.replaceAll('\u0000', '').replace(TURNS, '').toWellFormed();
