/** 浙江省 杭州市 余杭区, and 北京市 朝阳区 without its city. */
export const placeText = ({ province, city, district }: { province: string; city: string; district: string }): string =>
  [province, city === province ? '' : city, district].filter(Boolean).join(' ');
