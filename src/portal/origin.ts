/** Stands in prerendered pages where the site's own address belongs; the server fills it in when it sends them (scripts/public-pages.mjs). */
export const ORIGIN_MARK = 'https://public-origin.invalid';
