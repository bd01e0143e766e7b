export const activityPath = '/portal/supplyChain/factory/activity';
