import { Building2, Factory, House, PackageSearch, ReceiptText, Settings, ShieldCheck, Wallet } from 'lucide-react';

/** One icon an app, in the rail and on the home page. */
export const appIcons = {
  home: House,
  guard: ShieldCheck,
  estate: Building2,
  order: PackageSearch,
  credit: Wallet,
  receivables: ReceiptText,
  factory: Factory,
  open: Settings,
  common: House,
};
