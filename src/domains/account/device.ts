const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/, '微信'],
  [/DingTalk/, '钉钉'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrome\/|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, '安卓'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** "Chrome · Windows" of a user agent; programs that are no browser are 接口程序. */
export function deviceName(agent: string): string {
  const named = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(agent))?.[1];
  const parts = [named(BROWSERS), named(SYSTEMS)].filter(Boolean);
  return parts.length ? parts.join(' · ') : agent ? '接口程序' : '未知设备';
}
