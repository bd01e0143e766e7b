import type { Random } from './random';

/** Cities by sales region; names below are made up. Region codes are those of the national standard. */
const places = [
  { region: '南区', province: '440000', city: '440100', district: '440106', names: '广州' },
  { region: '南区', province: '440000', city: '440300', district: '440306', names: '深圳' },
  { region: '南区', province: '440000', city: '440600', district: '440604', names: '佛山' },
  { region: '南区', province: '450000', city: '450100', district: '450103', names: '南宁' },
  { region: '南区', province: '350000', city: '350200', district: '350203', names: '厦门' },
  { region: '东区', province: '330000', city: '330100', district: '330106', names: '杭州' },
  { region: '东区', province: '330000', city: '330200', district: '330203', names: '宁波' },
  { region: '东区', province: '320000', city: '320100', district: '320106', names: '南京' },
  { region: '东区', province: '320000', city: '320500', district: '320505', names: '苏州' },
  { region: '东区', province: '340000', city: '340100', district: '340104', names: '合肥' },
  { region: '北区', province: '370000', city: '370100', district: '370102', names: '济南' },
  { region: '北区', province: '370000', city: '370200', district: '370202', names: '青岛' },
  { region: '北区', province: '410000', city: '410100', district: '410105', names: '郑州' },
  { region: '北区', province: '610000', city: '610100', district: '610113', names: '西安' },
  { region: '特区', province: '510000', city: '510100', district: '510107', names: '成都' },
] as const;

const words = [
  '恒泽',
  '瑞博',
  '宏筑',
  '安居',
  '鼎固',
  '江岚',
  '嘉禾',
  '盛屿',
  '元启',
  '博瓴',
  '华筑',
  '信和',
  '云川',
  '海棠',
  '金石',
  '东篱',
  '新桥',
  '百工',
  '广厦',
  '清源',
  '长风',
  '明德',
  '凯越',
  '同舟',
  '立行',
];
const trades = ['建材有限公司', '防水材料经营部', '装饰材料有限公司', '商贸有限公司', '建筑科技有限公司'];
const surnames = ['陈', '李', '黄', '周', '吴', '郑', '孙', '马', '朱', '胡', '高', '罗', '梁', '宋', '谢', '唐', '冯', '邓'];
const givens = ['建国', '志强', '海燕', '文斌', '丽华', '永康', '秀英', '伟明', '晓东', '春梅', '国栋', '雅琴', '俊杰', '玉兰'];

export interface DemoDealer {
  code: string;
  name: string;
  contact: string;
  mobile: string;
  level: 'A' | 'B' | 'C';
  days: number;
  place: (typeof places)[number];
  street: string;
}

/** Dealers number `from`..`from+count-1`; the same number is always the same dealer. */
export function dealers(count: number, from: number, random: Random): DemoDealer[] {
  return Array.from({ length: count }, (_, index) => {
    const serial = from + index;
    const place = places[serial % places.length] as (typeof places)[number];
    const word = words[(serial * 7 + Math.floor(serial / words.length)) % words.length];
    return {
      code: `KH${String(serial).padStart(5, '0')}`,
      name: `${place.names}${word}${trades[(serial + Math.floor(serial / places.length)) % trades.length]}`,
      contact: `${random.pick(surnames)}${random.pick(givens)}`,
      mobile: `139${String(10_000_000 + serial * 7919).slice(-8)}`,
      level: serial % 7 === 0 ? 'A' : serial % 3 === 0 ? 'B' : 'C',
      days: serial % 7 === 0 ? 60 : serial % 3 === 0 ? 45 : 30,
      place,
      street: `${random.pick(['建设', '滨江', '工业', '中山', '新华', '迎宾'])}${random.pick(['路', '大道', '东路'])}${random.whole(8, 888)}号`,
    };
  });
}
