import type { EventKind } from '~/portal/event';

export const TITLE_MAX = 60;
export const BODY_MAX = 300;

export interface Wording {
  title: string;
  body: string;
}

/**
 * Fills {参数} by the parameters' Chinese names. A part in square brackets is left out whole when a parameter in it is empty.
 * Unknown names stay as they are: saving refuses them, so they only come from the text of a parameter.
 */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  const put = (text: string) => text.replace(/\{([^{}]+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] as string) : whole));
  return template
    .split(/(\[[^[\]]*\])/)
    .map((part) => {
      if (!part.startsWith('[') || !part.endsWith(']')) return put(part);
      const inner = part.slice(1, -1);
      const names = [...inner.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] as string);
      return names.length > 0 && names.every((name) => !values[name]) ? '' : put(names.length > 0 ? inner : part);
    })
    .join('');
}

/** The event's parameters by their Chinese names. */
export const valuesOf = (event: EventKind, params: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(event.params).map(([key, [name]]) => [name, params[key] ?? '']));
export const examplesOf = (event: EventKind): Record<string, string> => Object.fromEntries(Object.values(event.params));

export const render = (wording: Wording, event: EventKind, params: Readonly<Record<string, string>>): Wording => {
  const values = valuesOf(event, params);
  return { title: fill(wording.title, values), body: fill(wording.body, values) };
};
export const preview = (wording: Wording, event: EventKind): Wording => {
  const values = examplesOf(event);
  return { title: fill(wording.title, values), body: fill(wording.body, values) };
};

/** What is wrong with a tenant's wording, by field; {} when nothing. */
export function problemsOf(wording: Wording, event: EventKind): Partial<Record<keyof Wording, string>> {
  const known = new Set(Object.values(event.params).map(([name]) => name));
  const problems: Partial<Record<keyof Wording, string>> = {};
  for (const field of ['title', 'body'] as const) {
    const unknown = [...wording[field].matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] as string).filter((name) => !known.has(name));
    if (unknown.length) problems[field] = `没有参数{${unknown[0]}}，可用的有${[...known].map((name) => `{${name}}`).join('')}`;
    else if (/[{}]/.test(wording[field].replace(/\{[^{}]*\}/g, ''))) problems[field] = '大括号没有成对，参数写作{参数名}';
  }
  return problems;
}
