/** What the demo manufacturers sell: families of products, each with the sizes and colours that make its SKUs. Prices in 元 per base unit. */

export interface Family {
  category: string;
  unit: string;
  pack: { unit: string; num: number };
  names: readonly string[];
  attribute: string;
  values: readonly string[];
  /** Price of the first value; each further value is dearer by `step`. */
  price: number;
  step: number;
  shape: 'bucket' | 'roll' | 'bag' | 'tube' | 'tool';
  colour: string;
}

export const categories = [
  {
    code: 'FS',
    name: '防水涂料',
    children: [
      { code: 'FS01', name: '聚氨酯防水涂料' },
      { code: 'FS02', name: '聚合物水泥防水涂料' },
      { code: 'FS03', name: '丙烯酸防水涂料' },
      { code: 'FS04', name: '水泥基渗透结晶' },
    ],
  },
  {
    code: 'JC',
    name: '防水卷材',
    children: [
      { code: 'JC01', name: '改性沥青卷材' },
      { code: 'JC02', name: '自粘卷材' },
      { code: 'JC03', name: '高分子卷材' },
    ],
  },
  {
    code: 'DL',
    name: '堵漏密封',
    children: [
      { code: 'DL01', name: '堵漏材料' },
      { code: 'DL02', name: '密封胶' },
    ],
  },
  {
    code: 'FL',
    name: '铺贴辅料',
    children: [
      { code: 'FL01', name: '瓷砖胶' },
      { code: 'FL02', name: '填缝美缝' },
      { code: 'FL03', name: '界面处理' },
    ],
  },
  {
    code: 'GJ',
    name: '施工工具',
    children: [
      { code: 'GJ01', name: '涂刷工具' },
      { code: 'GJ02', name: '热熔工具' },
    ],
  },
] as const;

const bucket = { unit: '托', num: 24 };
const carton = { unit: '箱', num: 12 };
const pallet = { unit: '托', num: 40 };

export const families: readonly Family[] = [
  {
    category: 'FS01',
    unit: '桶',
    pack: bucket,
    names: [
      '单组分聚氨酯防水涂料',
      '双组分聚氨酯防水涂料',
      '非固化橡胶沥青涂料',
      '聚氨酯外露型防水涂料',
      '聚脲防水涂料',
      '水性聚氨酯防水涂料',
      '彩色聚氨酯防水涂料',
      '速凝型聚氨酯涂料',
      '阻根型聚氨酯防水涂料',
    ],
    attribute: '规格',
    values: ['5kg', '10kg', '20kg', '25kg'],
    price: 128,
    step: 96,
    shape: 'bucket',
    colour: '#1f6f8b',
  },
  {
    category: 'FS02',
    unit: '桶',
    pack: bucket,
    names: ['JS防水涂料Ⅰ型', 'JS防水涂料Ⅱ型', '柔性防水浆料', '通用型防水浆料', 'K11彩色柔韧型', '厨卫专用防水浆料', '阳台防水浆料', '泳池专用防水浆料'],
    attribute: '颜色',
    values: ['蓝色', '绿色', '灰色', '白色'],
    price: 176,
    step: 6,
    shape: 'bucket',
    colour: '#3a7d44',
  },
  {
    category: 'FS03',
    unit: '桶',
    pack: bucket,
    names: ['丙烯酸外墙防水涂料', '透明防水胶', '屋面隔热防水涂料', '金属屋面防水涂料', '弹性拉毛防水涂料', '高弹丙烯酸防水涂料'],
    attribute: '规格',
    values: ['1kg', '5kg', '10kg', '20kg'],
    price: 46,
    step: 84,
    shape: 'bucket',
    colour: '#c06014',
  },
  {
    category: 'FS04',
    unit: '袋',
    pack: pallet,
    names: ['水泥基渗透结晶型涂料', '渗透结晶母料', '无机纳米抗裂防渗剂', '混凝土密封固化剂'],
    attribute: '规格',
    values: ['5kg', '20kg', '25kg'],
    price: 58,
    step: 74,
    shape: 'bag',
    colour: '#6b705c',
  },
  {
    category: 'JC01',
    unit: '卷',
    pack: { unit: '托', num: 25 },
    names: ['SBS弹性体卷材', 'APP塑性体卷材', 'SBS耐根穿刺卷材', 'SBS铜胎基卷材', '沥青玻纤瓦', '道桥用改性沥青卷材'],
    attribute: '厚度',
    values: ['3.0mm', '4.0mm', '5.0mm'],
    price: 186,
    step: 48,
    shape: 'roll',
    colour: '#343a40',
  },
  {
    category: 'JC02',
    unit: '卷',
    pack: { unit: '托', num: 30 },
    names: ['自粘聚合物卷材N类', '自粘聚合物卷材PY类', '湿铺防水卷材', '反应粘卷材', '强力交叉膜自粘卷材', '自粘丁基卷材'],
    attribute: '厚度',
    values: ['1.5mm', '2.0mm', '3.0mm', '4.0mm'],
    price: 158,
    step: 42,
    shape: 'roll',
    colour: '#495057',
  },
  {
    category: 'JC03',
    unit: '卷',
    pack: { unit: '托', num: 20 },
    names: ['TPO防水卷材', 'PVC防水卷材', 'HDPE预铺卷材', 'EVA防水板', '聚乙烯丙纶卷材', '三元乙丙卷材'],
    attribute: '厚度',
    values: ['1.2mm', '1.5mm', '1.8mm', '2.0mm'],
    price: 420,
    step: 110,
    shape: 'roll',
    colour: '#5f7a8a',
  },
  {
    category: 'DL01',
    unit: '袋',
    pack: carton,
    names: ['速凝堵漏王', '缓凝堵漏王', '水不漏', '遇水膨胀止水条', '钢边橡胶止水带', '聚氨酯注浆液'],
    attribute: '规格',
    values: ['1kg', '2kg', '5kg'],
    price: 12.5,
    step: 13,
    shape: 'bag',
    colour: '#9c6644',
  },
  {
    category: 'DL02',
    unit: '支',
    pack: { unit: '箱', num: 24 },
    names: ['中性硅酮密封胶', 'MS改性密封胶', '聚氨酯密封胶', '厨卫防霉密封胶', '耐候密封胶', '聚硫密封胶'],
    attribute: '颜色',
    values: ['白色', '透明', '黑色', '灰色'],
    price: 14.8,
    step: 1.2,
    shape: 'tube',
    colour: '#2a6f97',
  },
  {
    category: 'FL01',
    unit: '袋',
    pack: pallet,
    names: ['普通型瓷砖胶C1', '增强型瓷砖胶C2', '柔性瓷砖胶C2TES1', '玻化砖背胶', '岩板专用瓷砖胶', '重砖双组分胶', '马赛克专用胶'],
    attribute: '规格',
    values: ['5kg', '20kg', '25kg'],
    price: 16,
    step: 15,
    shape: 'bag',
    colour: '#b08968',
  },
  {
    category: 'FL02',
    unit: '支',
    pack: { unit: '箱', num: 24 },
    names: ['环氧彩砂美缝剂', '双组分美缝剂', '水性填缝剂', '防霉填缝剂', '聚脲美缝剂', '真瓷胶'],
    attribute: '颜色',
    values: ['象牙白', '银灰', '咖啡', '月光银', '古铜金'],
    price: 38,
    step: 4,
    shape: 'tube',
    colour: '#7f5539',
  },
  {
    category: 'FL03',
    unit: '桶',
    pack: bucket,
    names: ['渗透型界面剂', '黄金沙界面剂', '墙固', '地固', '抗裂砂浆添加剂'],
    attribute: '规格',
    values: ['4kg', '18kg', '20kg'],
    price: 36,
    step: 48,
    shape: 'bucket',
    colour: '#e09f3e',
  },
  {
    category: 'GJ01',
    unit: '把',
    pack: carton,
    names: ['羊毛刷', '滚筒刷', '齿形刮板', '不锈钢批刀', '搅拌杆', '无纺布网格布', '阴阳角刷'],
    attribute: '规格',
    values: ['小号', '中号', '大号'],
    price: 8.5,
    step: 5,
    shape: 'tool',
    colour: '#457b9d',
  },
  {
    category: 'GJ02',
    unit: '件',
    pack: carton,
    names: ['热熔喷枪', '压辊', '自动焊接机配件', '卷材切割刀'],
    attribute: '规格',
    values: ['标准', '加长'],
    price: 46,
    step: 26,
    shape: 'tool',
    colour: '#a8201a',
  },
];
