import { nameFields } from '~/portal/fieldLabels';

nameFields({
  category: '字典类别',
  color: '颜色',
  idleMinutes: '无操作退出(分钟)',
  logo: '标志',
  passwordLength: '密码最短长度',
  printFoot: '打印页脚',
  settings: '设置',
});
