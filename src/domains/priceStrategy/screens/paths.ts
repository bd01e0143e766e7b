export const strategyPath = '/portal/supplyChain/factory/pricestrategy';
