export const productName = '汇链通';
export const productSlogan = '厂商与经销商的订货、赊销与应收一体化平台';
export const companyName = '汇链通科技有限公司';
export const supportPhone = '400-000-2026';
