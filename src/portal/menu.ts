import { type AppKey, apps, hostOf, mayUseApp } from './apps';
import { guard } from './guard';
import type { Me } from './me';
import { type MenuGroupName, type MenuIcon, menuGroupOf, menuGroups } from './menuGroups';
import { type Screen, screenOf, screens } from './screens';

export interface MenuGroup {
  name: MenuGroupName;
  tag: string;
  icon: MenuIcon;
  items: { title: string; path: string; current: boolean }[];
}

/** The screen whose menu entry is lit: itself, or its nearest parent that has one. */
function menuScreen(screen: Screen): Screen {
  const parent = !screen.menu && screen.parent ? screenOf(screen.parent) : undefined;
  return parent ? menuScreen(parent) : screen;
}

/** The app whose rail entry and menu stand around a screen; undefined: neither, as on messages and one's own account. */
export function appOf(me: Me, screen: Screen): AppKey | undefined {
  if (screen.app === 'root') return undefined;
  if (screen.app !== 'common') return screen.app;
  return menuScreen(screen).menu ? hostOf(me) : undefined;
}

export function menuOf(me: Me, app: AppKey, current?: Screen): MenuGroup[] {
  const lit = current && menuScreen(current);
  const groups = new Map<string, MenuGroup>();
  for (const screen of screens) {
    if (!screen.menu || appOf(me, screen) !== app || guard(me, screen) !== 'open') continue;
    const group = groups.get(screen.menu) ?? { ...menuGroupOf(screen.menu), items: [] };
    group.items.push({ title: screen.title, path: screen.path, current: screen === lit });
    groups.set(screen.menu, group);
  }
  return [...groups.values()];
}

export interface RailItem {
  key: AppKey;
  tag: string;
  name: string;
  path: string;
  current: boolean;
}

/** The screen an app opens on for this person. */
export function firstOf(me: Me, key: AppKey): string | undefined {
  const items = menuOf(me, key).flatMap((group) => group.items);
  const lands = apps.find((app) => app.key === key)?.lands;
  return (items.find(({ path }) => path === lands) ?? items[0])?.path;
}

/** Opens the app or group of a tag for this person, on their first page of it; undefined: nobody knows the tag. */
export function openerOf(tag: string): ((me: Me) => string | undefined) | undefined {
  const app = apps.find((one) => one.tag === tag);
  if (app) return (me) => firstOf(me, app.key);
  if (!menuGroups.some((group) => group.tag === tag)) return undefined;
  return (me) =>
    railOf(me)
      .flatMap(({ key }) => menuOf(me, key))
      .find((group) => group.tag === tag)?.items[0]?.path;
}

/** Apps this person may open that have at least one screen, with the one each opens on. */
export function railOf(me: Me, current?: Screen): RailItem[] {
  const lit = current && appOf(me, current);
  return apps.flatMap((app) => {
    if (!mayUseApp(me, app.key)) return [];
    const path = firstOf(me, app.key);
    return path ? [{ key: app.key, tag: app.tag, name: app.name, path, current: lit === app.key }] : [];
  });
}

export function breadcrumbsOf(screen: Screen): { title: string; path?: string }[] {
  const parent = screen.parent ? screenOf(screen.parent) : undefined;
  const own = parent ? [{ title: screen.title }] : [...(screen.menu && screen.menu !== screen.title ? [{ title: screen.menu }] : []), { title: screen.title }];
  return parent ? [...breadcrumbsOf(parent).map((crumb) => (crumb.title === parent.title ? { ...crumb, path: parent.path } : crumb)), ...own] : own;
}

/** Where the factory side of a person with both opens (spec section 4): the first app of the business they may use. */
export const factoryHomeOf = (me: Me): string => railOf(me).find(({ key }) => key !== 'home' && key !== 'open')?.path ?? homeOf(me);

/** Where a person lands after login or a change of factory. */
export function homeOf(me: Pick<Me, 'identity'>): string {
  return me.identity === '3' ? '/portal/supplyChain/identify' : '/portal/temphome';
}
