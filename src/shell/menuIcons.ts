import {
  Boxes,
  Building2,
  CircleDollarSign,
  ClipboardList,
  Folder,
  Gauge,
  ListChecks,
  type LucideIcon,
  MessageSquare,
  ReceiptText,
  Settings,
  Tags,
  Truck,
  Users,
  UsersRound,
  Warehouse,
} from 'lucide-react';

const icons: Readonly<Record<string, LucideIcon>> = {
  概览: Gauge,
  订单: ClipboardList,
  发货: Truck,
  开票: ReceiptText,
  商品: Boxes,
  价格: Tags,
  客户: Users,
  库存: Warehouse,
  财务: CircleDollarSign,
  流程: ListChecks,
  设置: Settings,
  系统设置: Settings,
  消息: MessageSquare,
  组织与权限: UsersRound,
  企业信息: Building2,
};

/** Drawn on the server only; a group without a picture of its own is a folder. */
export const groupIcon = (name: string): LucideIcon => icons[name] ?? Folder;
