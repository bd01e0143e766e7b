import { scopeKinds } from '~/portal/scope';

/** "指定区域：华东、浙江省". */
export function scopeText(role: { dataScope: keyof typeof scopeKinds; places: readonly string[] }): string {
  const name = scopeKinds[role.dataScope];
  return role.places.length ? `${name}：${role.places.join('、')}` : name;
}
