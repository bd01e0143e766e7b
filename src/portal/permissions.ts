/** Every permission code; calls, screens and buttons name them. */

const P = 'PTN:SUPPLIER:';
export const CUSTOMER_MANAGE = `${P}CUSTOMER:MANAGE`;
export const CUSTOMER_TRANSFER = `${P}CUSTOMER:TRANSFER`;
export const CUSTOMER_MERGE = `${P}CUSTOMER:MERGE`;
export const CUSTOMER_EXPORT = `${P}CUSTOMER:EXPORT`;
export const PROJECT_MANAGE = `${P}CHAIN_PROJECT:MANAGE`;
export const ORDER_MANAGE = `${P}CHAIN_ORDER:MANAGE`;
export const ORDER_ADD = `${P}CHAIN_ORDER:ADD`;
export const ORDER_EDIT = `${P}CHAIN_ORDER:EDIT`;
export const ORDER_AUDIT = `${P}CHAIN_ORDER:AUDIT`;
export const ORDER_CHANGE = `${P}CHAIN_ORDER:CHANGE`;
export const ORDER_CLOSE = `${P}CHAIN_ORDER:CLOSE`;
export const ORDER_CANCEL = `${P}CHAIN_ORDER:CANCEL`;
export const ORDER_PRICE_EDIT = `${P}CHAIN_ORDER:PRICE_EDIT`;
export const ORDER_BELOW_FLOOR = `${P}CHAIN_ORDER:BELOW_FLOOR`;
export const ORDER_EXPORT = `${P}CHAIN_ORDER:EXPORT`;
export const DELIVER_MANAGE = `${P}CHAIN_DELIVER:MANAGE`;
export const DELIVER_ADD = `${P}CHAIN_DELIVER:ADD`;
export const DELIVER_OUT = `${P}CHAIN_DELIVER:OUT`;
export const DELIVER_REVERSE = `${P}CHAIN_DELIVER:REVERSE`;
export const DELIVER_SIGN = `${P}CHAIN_DELIVER:SIGN`;
export const REVERSE_MANAGE = `${P}CHAIN_REVERSE:MANAGE`;
export const REVERSE_ADD = `${P}CHAIN_REVERSE:ADD`;
export const REVERSE_AUDIT = `${P}CHAIN_REVERSE:AUDIT`;
export const REVERSE_RECEIVE = `${P}CHAIN_REVERSE:RECEIVE`;
export const REVERSE_REFUND = `${P}CHAIN_REVERSE:REFUND`;
export const BILLING_MANAGE = `${P}CHAIN_BILLING:MANAGE`;
export const BILLING_ADD = `${P}CHAIN_BILLING:ADD`;
export const BILLING_AUDIT = `${P}CHAIN_BILLING:AUDIT`;
export const BILLING_ISSUE = `${P}CHAIN_BILLING:ISSUE`;
export const BILLING_RED = `${P}CHAIN_BILLING:RED`;
export const PRODUCT_MANAGE = `${P}CHAIN_PRODUCT:MANAGE`;
export const PRODUCT_EDIT = `${P}CHAIN_PRODUCT:EDIT`;
export const PRODUCT_SHELF = `${P}CHAIN_PRODUCT:SHELF`;
export const PRODUCT_IMPORT = `${P}CHAIN_PRODUCT:IMPORT`;
export const PRICE_MANAGE = `${P}CHAIN_PRICE:MANAGE`;
export const PRICE_CUSTOMER = `${P}CHAIN_PRICE:CUSTOMER`;
export const PRICE_STRATEGY = `${P}CHAIN_PRICE:STRATEGY`;
export const PRICE_CONFIG = `${P}CHAIN_PRICE:CONFIG`;
export const PRICE_PROJECT = `${P}CHAIN_PRICE:PROJECT`;
export const PRICE_CUSTOMER_AUDIT = `${P}CHAIN_PRICE:CUSTOMER_AUDIT`;
export const PRICE_STRATEGY_AUDIT = `${P}CHAIN_PRICE:STRATEGY_AUDIT`;
export const PRICE_PROJECT_AUDIT = `${P}CHAIN_PRICE:PROJECT_AUDIT`;
export const PRICE_ACTIVITY = `${P}CHAIN_PRICE:ACTIVITY`;
export const PRICE_IMPORT = `${P}CHAIN_PRICE:IMPORT`;
export const STOCK_MANAGE = `${P}CHAIN_STOCK:MANAGE`;
export const STOCK_IN = `${P}CHAIN_STOCK:IN`;
export const STOCK_OUT = `${P}CHAIN_STOCK:OUT`;
export const STOCK_TRANSFER = `${P}CHAIN_STOCK:TRANSFER`;
export const STOCK_COUNT = `${P}CHAIN_STOCK:COUNT`;
export const STOCK_AUDIT = `${P}CHAIN_STOCK:AUDIT`;
export const STOCK_COST_VIEW = `${P}CHAIN_STOCK:COST_VIEW`;
export const STOCK_WAREHOUSE = `${P}CHAIN_STOCK:WAREHOUSE`;
export const FUND_MANAGE = `${P}CHAIN_FUND:MANAGE`;
export const FUND_ENTER = `${P}CHAIN_FUND:ENTER`;
export const FUND_CONFIRM = `${P}CHAIN_FUND:CONFIRM`;
export const FUND_EXPENSE = `${P}CHAIN_FUND:EXPENSE`;
export const FUND_REFUND = `${P}CHAIN_FUND:REFUND`;
export const FUND_HOLD = `${P}CHAIN_FUND:HOLD`;
export const FUND_WRITE_OFF = `${P}CHAIN_FUND:WRITE_OFF`;
export const FUND_CHECK = `${P}CHAIN_FUND:CHECK`;
/** Limits, credit orders, the rules' answers about them; who asks for credit, who grants it, and who says by which rules. */
export const CREDIT_QUOTA = `${P}CREDIT_QUOTA:MANAGE`;
export const CREDIT_APPLY = `${P}CREDIT_QUOTA:APPLY`;
export const CREDIT_AUDIT = `${P}CREDIT_QUOTA:AUDIT`;
export const CREDIT_FREEZE = `${P}CREDIT_QUOTA:FREEZE`;
export const CREDIT_USE = `${P}CREDIT_QUOTA:USE`;
export const CREDIT_REPAY = `${P}CREDIT_REPAY:MANAGE`;
export const CREDIT_REPAY_ENTER = `${P}CREDIT_REPAY:ENTER`;
export const CREDIT_REPAY_AUDIT = `${P}CREDIT_REPAY:AUDIT`;
export const CREDIT_CONFIG = `${P}CREDIT_CONFIG:MANAGE`;
/** Seals and who may use them. */
export const CONTRACT_SEAL = `${P}CONTRACT:SEAL`;
/** Receivables: plans and what is owed by them, money that comes, what is taken off or moved by approval, and settings. */
export const ARM_PLAN = `${P}ARM_PLAN:MANAGE`;
export const ARM_PLAN_EDIT = `${P}ARM_PLAN:EDIT`;
export const ARM_PAY = `${P}ARM_PAY:ENTER`;
/** Matches receipts with debts by hand, takes matches back, reverses receipts. */
export const ARM_MATCH = `${P}ARM_PAY:MATCH`;
export const ARM_ADJUST = `${P}ARM_ADJUST:ENTER`;
export const ARM_ADJUST_AUDIT = `${P}ARM_ADJUST:AUDIT`;
export const ARM_CONFIG = `${P}ARM_CONFIG:MANAGE`;
/** Collection: seeing cases, working on them, agreeing to stage returns, and saying by which strategies customers are reminded. */
export const URGE_MANAGE = `${P}ARM_URGE:MANAGE`;
export const URGE_WORK = `${P}ARM_URGE:WORK`;
export const URGE_LEAD = `${P}ARM_URGE:LEAD`;
export const URGE_AUDIT = `${P}ARM_URGE:AUDIT`;
export const URGE_CONFIG = `${P}ARM_URGE:CONFIG`;
export const DEPARTMENT_MANAGE = `${P}DEPARTMENT`;
export const CONTRACT_MANAGE = `${P}CONTRACT:MANAGE`;
export const CONTRACT_CREATE = `${P}CONTRACT:CREATE`;
export const CONTRACT_AUDIT = `${P}CONTRACT:AUDIT`;
export const CONTRACT_SIGN = `${P}CONTRACT:SIGN`;
export const CONTRACT_TEMPLATE = `${P}CONTRACT:TEMPLATE`;
export const USER_MANAGE = `${P}USER:MANAGE`;
export const ROLE_MANAGE = `${P}ROLE`;
export const REAL_AUTH_MANAGE = `${P}REAL_AUTH:MANAGE`;
/** Who may read a document: those who work on it, and on what stands on it (a delivery on its orders, a receivable on both). */
export const ORDER_READERS = [ORDER_MANAGE, ORDER_AUDIT, DELIVER_MANAGE, FUND_MANAGE] as const;
export const DELIVERY_READERS = [DELIVER_MANAGE, FUND_MANAGE] as const;
export const REVERSE_READERS = [REVERSE_MANAGE, REVERSE_AUDIT, FUND_MANAGE] as const;
/** Who reads a contract: those who draw it up, decide on its seals or sign it. */
export const CONTRACT_READERS = [CONTRACT_MANAGE, CONTRACT_AUDIT, CONTRACT_SIGN] as const;
/** Works in the platform operator's tenant only. */
export const REAL_AUTH_REVIEW = 'PLATFORM:REAL_AUTH:REVIEW';
/** Likewise. */
export const CHORE_MANAGE = 'PLATFORM:CHORE:MANAGE';
export const BASE_CONFIG = `${P}CHAIN_CONFIG:MANAGE`;
/** Spec section 6; without the supplier prefix. */
export const DATA_EXPORT_CENTER = 'PTN:DATA:EXPORT:CENTER';
export const DATA_EXPORT_APPROVE = 'PTN:DATA:EXPORT:APPROVE';

/** System settings: the spec's own codes. */
export const SET_DICT = 'CHAIN_SET_DICT';
export const SET_BASE = 'CHAIN_SET_BASE';
export const SYSTEM_LOG = 'SYSTEM_LOG:MANAGE';
/** Programs that call the portal, and where it tells them what happened. */
export const THIRD_APPLICATION = 'THIRD_APPLICATION:MANAGE';
/** To-do and done tasks of approvals. */
export const FLOW_TODO = `${P}FLOW_TODO:MANAGE`;
export const FLOW_DONE = `${P}FLOW_DONE:MANAGE`;
/** Departments and people from DingTalk: makes, changes and disables accounts. */
export const DINGTALK_SYNC = 'OPEN:PLATFORM:DINGTALK:SYNC';
export const PROCESS_CONFIG = 'OPEN:PLATFORM:PROCESS:CONFIG';
export const DEVELOPER = `${P}FLOW_UPLOAD:MANAGE`;
export const MESSAGE_MANAGE = `${P}MESSAGE:MANAGE`;
