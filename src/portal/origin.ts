/** Stands in prerendered pages where the site's own address belongs; the server fills it in when it sends them (scripts/public-pages.mjs). */
export const ORIGIN_MARK = 'https://public-origin.invalid';
/** Stands in them where the present year belongs, which the build cannot know. */
export const YEAR_MARK = '{{portal-year}}';
