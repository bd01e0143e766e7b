// Generated from the migrated database by `npm run types:db`; do not edit.
import type { ColumnType, Generated } from 'kysely';

export type JsonValue = unknown;

export interface AccountTable {
  id: string;
  login_account: string;
  mobile: string;
  name: string;
  email: string | null;
  user_type: number;
  password_hash: string;
  password_strong: Generated<boolean>;
  status: Generated<string>;
  failed_logins: Generated<number>;
  locked_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  password_changed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  last_login_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  password_set: Generated<boolean>;
  preferences: Generated<JsonValue>;
}

export interface AccountBindingTable {
  account_id: string;
  provider: string;
  subject_hash: string;
  subject: string;
  nickname: Generated<string>;
  bound_at: ColumnType<Date, Date | string, Date | string>;
}

export interface AccountTicketTable {
  token_hash: string;
  purpose: string;
  account_id: string | null;
  data: Generated<JsonValue>;
  attempts: Generated<number>;
  expires_at: ColumnType<Date, Date | string, Date | string>;
}

export interface AccountTotpTable {
  account_id: string;
  secret: string;
  confirmed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  last_step: Generated<bigint>;
}

export interface ActivityTable {
  tenant_id: bigint;
  id: string;
  no: string;
  name: string;
  name_grams: ColumnType<string[] | null, never, never>;
  start_at: ColumnType<Date, Date | string, Date | string>;
  end_at: ColumnType<Date, Date | string, Date | string>;
  customer_scope: Generated<string>;
  level_ids: Generated<string[]>;
  regions: Generated<string[]>;
  customer_ids: Generated<string[]>;
  remark: Generated<string>;
  status: Generated<string>;
  closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  closed_by: Generated<string>;
  close_reason: Generated<string>;
  item_count: Generated<number>;
  start_told: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  creator: Generated<string>;
  created_by: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_by: string | null;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  version: Generated<number>;
}

export interface ActivityItemTable {
  tenant_id: bigint;
  id: string;
  activity_id: string;
  line_no: number;
  sku_id: string;
  unit_id: string;
  mode: string;
  value: string;
  total_quota: string | null;
  per_customer: string | null;
  per_order_min: string | null;
  start_at: ColumnType<Date, Date | string, Date | string>;
  end_at: ColumnType<Date, Date | string, Date | string>;
  status: Generated<string>;
}

export interface ActivityTextTable {
  id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
  name: ColumnType<string | null, never, never>;
  name_grams: ColumnType<string[] | null, never, never>;
}

export interface ApiLogTable {
  tenant_id: bigint;
  id: string;
  account_id: string | null;
  actor: string;
  method: string;
  path: string;
  code: string;
  ms: number;
  address: Generated<string>;
  at: ColumnType<Date, Date | string, Date | string>;
  app_id: string | null;
}

export interface ApprovalLogTable {
  tenant_id: bigint;
  id: string;
  subject_type: string;
  subject_id: string;
  subject_no: Generated<string>;
  customer_id: string | null;
  round: number;
  action: string;
  account_id: string;
  actor: string;
  about: Generated<string>;
  opinion: Generated<string>;
  at: ColumnType<Date, Date | string, Date | string>;
}

export interface ArAdjustTable {
  tenant_id: bigint;
  id: string;
  no: string;
  kind: string;
  customer_id: string;
  receivable_id: string;
  receivable_no: string;
  amount: Generated<bigint>;
  due_from: string | null;
  due_to: string | null;
  nature_from: string | null;
  nature_to: string | null;
  dispute_id: string | null;
  of_adjust_id: string | null;
  restored: Generated<bigint>;
  reason: string;
  voucher: Generated<string[]>;
  status: Generated<string>;
  opinion: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  decider: Generated<string>;
  decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface ArAdjustTextTable {
  id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
}

export interface ArConfigTable {
  tenant_id: bigint;
  id: string;
  version: number;
  content: JsonValue;
  actor: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface ArDisputeTable {
  tenant_id: bigint;
  id: string;
  no: string;
  customer_id: string;
  receivable_id: string;
  receivable_no: string;
  reason: string;
  amount: bigint;
  words: string;
  voucher: Generated<string[]>;
  handler_id: string | null;
  status: Generated<string>;
  upheld: Generated<bigint>;
  answer: Generated<string>;
  adjust_id: string | null;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  closer: Generated<string>;
  closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface ArNoticeTable {
  tenant_id: bigint;
  receivable_id: string;
  due_date: string;
  step: string;
  told_at: ColumnType<Date, Date | string, Date | string>;
}

export interface ArPlanTable {
  tenant_id: bigint;
  id: string;
  no: string;
  customer_id: string;
  title: string;
  source: string;
  contract_no: Generated<string>;
  project_id: string | null;
  order_id: string | null;
  credit_order_id: string | null;
  total: bigint;
  signed_on: string | null;
  owner_id: string | null;
  collector_id: string | null;
  status: Generated<string>;
  remark: Generated<string>;
  reason: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_by: string | null;
  updated_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  contract_id: string | null;
  bank_line_id: string | null;
  receipt_id: string | null;
  warranty_days: Generated<number>;
  stages: Generated<JsonValue>;
}

export interface ArPlanItemTable {
  tenant_id: bigint;
  id: string;
  plan_id: string;
  customer_id: string;
  seq: number;
  nature: string;
  amount: bigint;
  due_by: string;
  due_days: Generated<number>;
  due_date: string | null;
  happened_on: string | null;
  receivable_id: string | null;
  remark: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  happened_by: Generated<string>;
}

export interface ArPlanTextTable {
  id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
  title: ColumnType<string | null, never, never>;
  title_grams: ColumnType<string[] | null, never, never>;
}

export interface AttachmentTable {
  tenant_id: bigint;
  id: string;
  subject_type: string;
  subject_id: string;
  file_key: string;
  customer_id: string | null;
  sort: Generated<number>;
  added_by: string | null;
  added_by_name: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface AttributeTable {
  tenant_id: bigint;
  id: string;
  code: string;
  name: string;
  kind: string;
  input: string;
  unit: Generated<string>;
  required: Generated<boolean>;
  category_ids: Generated<string[]>;
  sort: Generated<number>;
  status: Generated<string>;
  version: Generated<number>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface AttributeValueTable {
  tenant_id: bigint;
  id: string;
  attribute_id: string;
  code: string;
  name: string;
  sort: Generated<number>;
}

export interface AuditLogTable {
  tenant_id: bigint;
  id: string;
  account_id: string | null;
  actor: string;
  action: string;
  subject_type: string;
  subject_id: string;
  subject_no: Generated<string>;
  before: JsonValue | null;
  after: JsonValue | null;
  prev_hash: string;
  hash: string;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
  subject: ColumnType<string, never, never>;
}

export interface AuditLogTextTable {
  id: ColumnType<string | null, never, never>;
  subject_no: ColumnType<string | null, never, never>;
}

export interface BankLineTable {
  tenant_id: bigint;
  id: string;
  flow_no: string;
  traded_at: ColumnType<Date, Date | string, Date | string>;
  amount: bigint;
  payer: Generated<string>;
  payer_account: string | null;
  payer_hash: string | null;
  payer_tail: Generated<string>;
  summary: Generated<string>;
  customer_id: string | null;
  basis: Generated<string>;
  score: Generated<number>;
  status: Generated<string>;
  reason: Generated<string>;
  enter_id: string | null;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  handler: Generated<string>;
  handled_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  receipt_id: string | null;
}

export interface BankLineTextTable {
  id: ColumnType<string | null, never, never>;
  flow_no: ColumnType<string | null, never, never>;
  payer: ColumnType<string | null, never, never>;
  payer_grams: ColumnType<string[] | null, never, never>;
}

export interface BillingTable {
  tenant_id: bigint;
  id: string;
  no: string;
  customer_id: string;
  direction: string;
  kind: string;
  source: string;
  title: string;
  tax_no: Generated<string>;
  address: Generated<string>;
  phone: Generated<string>;
  bank: Generated<string>;
  bank_account: Generated<string>;
  email: Generated<string>;
  amount: bigint;
  tax: bigint;
  line_count: number;
  order_nos: Generated<string[]>;
  invoice_nos: Generated<string[]>;
  red_amount: Generated<bigint>;
  origin_id: string | null;
  red_reason: string | null;
  status: string;
  reason: Generated<string>;
  remark: Generated<string>;
  how: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  audited_by: string | null;
  auditor: Generated<string>;
  audited_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  issuer: Generated<string>;
  issued_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  mailed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface BillingLineTable {
  tenant_id: bigint;
  id: string;
  billing_id: string;
  customer_id: string;
  line_no: number;
  order_id: string;
  order_line_id: string | null;
  origin_line_id: string | null;
  sku_code: string;
  name: string;
  spec: Generated<string>;
  unit_name: Generated<string>;
  tax_class_code: Generated<string>;
  qty: string;
  amount: bigint;
  tax_rate_ppm: number;
  tax: bigint;
  red_qty: Generated<string>;
  red_amount: Generated<bigint>;
  red_tax: Generated<bigint>;
  redding_qty: Generated<string>;
  redding_amount: Generated<bigint>;
  redding_tax: Generated<bigint>;
}

export interface BillingRequestTable {
  tenant_id: bigint;
  id: string;
  billing_id: string;
  customer_id: string;
  request_no: string;
  state: string;
  attempts: Generated<number>;
  due_at: ColumnType<Date, Date | string, Date | string>;
  last_error: Generated<string>;
  asked_by: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  answered_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface BillingTextTable {
  id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
  order_nos: ColumnType<string | null, never, never>;
  invoice_nos: ColumnType<string | null, never, never>;
  title: ColumnType<string | null, never, never>;
  title_grams: ColumnType<string[] | null, never, never>;
}

export interface CategoryTable {
  tenant_id: bigint;
  id: string;
  parent_id: string | null;
  code: string;
  name: string;
  level: number;
  path: string;
  sort: Generated<number>;
  status: Generated<string>;
  version: Generated<number>;
}

export interface ChoreTable {
  name: string;
  last_day: string | null;
  last_started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  last_ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  last_did: Generated<bigint>;
  failures: Generated<number>;
  last_error: Generated<string>;
}

export interface ChoreRunTable {
  id: string;
  chore: string;
  due_on: string | null;
  asked_by: Generated<string>;
  attempts: Generated<number>;
  runner: string | null;
  lease_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  started_at: ColumnType<Date, Date | string, Date | string>;
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  did: Generated<bigint>;
  error: Generated<string>;
}

export interface CreditAccountTable {
  tenant_id: bigint;
  id: string;
  no: string;
  customer_id: string;
  credit_type_id: string;
  group_id: string | null;
  status: Generated<string>;
  base_limit: bigint | null;
  limit_amount: bigint | null;
  over_limit: Generated<bigint>;
  next_change_on: string | null;
  held: Generated<bigint>;
  used: Generated<bigint>;
  spent: Generated<bigint>;
  frozen_amount: Generated<bigint>;
  available: ColumnType<bigint | null, never, never>;
  usage_ppm: ColumnType<bigint | null, never, never>;
  per_order_limit: bigint | null;
  valid_from: string;
  valid_to: string | null;
  terms: Generated<JsonValue>;
  remark: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  activated_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface CreditAccountTextTable {
  id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
}

export interface CreditApplyTable {
  tenant_id: bigint;
  id: string;
  no: string;
  kind: string;
  kind_group: ColumnType<string, never, never>;
  customer_id: string;
  credit_type_id: string;
  account_id: string | null;
  status: Generated<string>;
  requested: bigint | null;
  per_order_limit: bigint | null;
  valid_from: string | null;
  valid_to: string | null;
  terms: Generated<JsonValue>;
  guarantors: Generated<JsonValue>;
  reason: Generated<string>;
  materials: Generated<JsonValue>;
  suggested_lo: bigint | null;
  suggested_hi: bigint | null;
  suggest_reasons: Generated<JsonValue>;
  verdict: Generated<string>;
  rules: Generated<JsonValue>;
  limit_before: bigint | null;
  opinion: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  submitted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  decider: Generated<string>;
  granted: bigint | null;
  granter: Generated<string>;
  granted_by: string | null;
  granted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  grant_reason: Generated<string>;
}

export interface CreditApplyTextTable {
  id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
}

export interface CreditEntryTable {
  tenant_id: bigint;
  id: string;
  journal_id: string;
  account_id: string;
  customer_id: string;
  code: string;
  dr: Generated<bigint>;
  cr: Generated<bigint>;
}

export interface CreditFreezeTable {
  tenant_id: bigint;
  id: string;
  account_id: string;
  customer_id: string;
  amount: bigint | null;
  source: string;
  rule_id: string | null;
  reason: string;
  frozen_by: string | null;
  freezer: Generated<string>;
  frozen_at: ColumnType<Date, Date | string | undefined, Date | string>;
  thawed_by: string | null;
  thawer: Generated<string>;
  thawed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  thaw_reason: Generated<string>;
}

export interface CreditGroupTable {
  tenant_id: bigint;
  id: string;
  code: string;
  name: string;
  limit_amount: bigint | null;
  held: Generated<bigint>;
  used: Generated<bigint>;
  frozen: Generated<boolean>;
  remark: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_by: string | null;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CreditHoldTable {
  tenant_id: bigint;
  id: string;
  credit_order_id: string;
  account_id: string;
  customer_id: string;
  seq: number;
  amount: bigint;
  committed: Generated<bigint>;
  released: Generated<bigint>;
  status: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CreditJournalTable {
  tenant_id: bigint;
  id: string;
  account_id: string;
  customer_id: string;
  seq: number;
  event: string;
  amount: Generated<bigint>;
  credit_order_id: string | null;
  biz_type: Generated<string>;
  biz_id: string | null;
  biz_no: Generated<string>;
  biz_date: string;
  after_status: string;
  after_limit: bigint | null;
  after_held: bigint;
  after_used: bigint;
  after_spent: bigint;
  after_frozen: bigint;
  memo: Generated<string>;
  actor: Generated<string>;
  created_by: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CreditJournalTextTable {
  id: ColumnType<string | null, never, never>;
  nos: ColumnType<string | null, never, never>;
}

export interface CreditLineTable {
  tenant_id: bigint;
  id: string;
  account_id: string;
  customer_id: string;
  kind: string;
  amount: bigint | null;
  valid_from: string;
  valid_to: string | null;
  reason: Generated<string>;
  source_type: Generated<string>;
  source_id: string | null;
  source_no: Generated<string>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  end_reason: Generated<string>;
}

export interface CreditMaterialTable {
  tenant_id: bigint;
  id: string;
  name: string;
  kinds: Generated<string[]>;
  credit_type_id: string | null;
  customer_type: number | null;
  amount_from: Generated<bigint>;
  amount_to: bigint | null;
  required: Generated<boolean>;
  most: Generated<number>;
  note: Generated<string>;
  sort: Generated<number>;
  enabled: Generated<boolean>;
  version: Generated<number>;
  updated_by: string | null;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CreditNoticeTable {
  tenant_id: bigint;
  id: Generated<string>;
  subject_id: string;
  customer_id: string;
  kind: string;
  ends_at: ColumnType<Date, Date | string, Date | string>;
  step: number;
  told_at: ColumnType<Date, Date | string, Date | string>;
}

export interface CreditOrderTable {
  tenant_id: bigint;
  id: string;
  no: string;
  account_id: string;
  customer_id: string;
  source: string;
  order_id: string | null;
  order_no: Generated<string>;
  amount: Generated<bigint>;
  held: Generated<bigint>;
  committed: Generated<bigint>;
  released: Generated<bigint>;
  returned: Generated<bigint>;
  repaid: Generated<bigint>;
  open_amount: ColumnType<bigint | null, never, never>;
  terms: Generated<JsonValue>;
  status: Generated<string>;
  hold_expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  started_on: string | null;
  next_due_on: string | null;
  overdue_from: string | null;
  remark: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  settled_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface CreditOrderTextTable {
  id: ColumnType<string | null, never, never>;
  nos: ColumnType<string | null, never, never>;
}

export interface CreditReleaseTable {
  tenant_id: bigint;
  id: string;
  special_id: string;
  rule_id: string;
  customer_id: string;
  account_id: string;
  amount: bigint;
  deviation_pct: number;
  valid_until: string;
  biz_id: string | null;
  biz_no: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CreditRiskActionTable {
  tenant_id: bigint;
  id: string;
  rule_id: string | null;
  kind: string;
  customer_id: string;
  account_id: string | null;
  cause: string;
  reason: string;
  biz_date: string;
  actor: Generated<string>;
  begun_at: ColumnType<Date, Date | string | undefined, Date | string>;
  lifted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  lifter: Generated<string>;
  lift_reason: Generated<string>;
}

export interface CreditRiskRuleTable {
  tenant_id: bigint;
  id: string;
  name: string;
  kind: string;
  overdue_days: Generated<number>;
  overdue_amount: Generated<bigint>;
  pct: Generated<number>;
  level_ids: Generated<string[]>;
  lifter_role_ids: Generated<string[]>;
  lifts_itself: Generated<boolean>;
  enabled: Generated<boolean>;
  version: Generated<number>;
  created_by: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_by: string | null;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CreditRuleTable {
  tenant_id: bigint;
  id: string;
  version: Generated<number>;
  created_by: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CreditRuleHitTable {
  tenant_id: bigint;
  id: string;
  rule_id: string;
  customer_id: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CreditRuleVersionTable {
  tenant_id: bigint;
  rule_id: string;
  ver: number;
  name: string;
  checkpoints: string[];
  level_ids: Generated<string[]>;
  type_ids: Generated<string[]>;
  customer_ids: Generated<string[]>;
  condition: JsonValue;
  reaction: string;
  priority: number;
  effective_from: string;
  enabled: boolean;
  release_deviation_pct: Generated<number>;
  release_valid_days: Generated<number>;
  notes: Generated<string>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CreditSpecialTable {
  tenant_id: bigint;
  id: string;
  no: string;
  customer_id: string;
  account_id: string;
  checkpoint: string;
  amount: bigint;
  reason: string;
  rules: JsonValue;
  status: Generated<string>;
  opinion: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  decider: Generated<string>;
}

export interface CreditTraceTable {
  tenant_id: bigint;
  id: string;
  customer_id: string;
  account_id: string | null;
  checkpoint: string;
  biz_type: string;
  biz_id: string;
  biz_no: Generated<string>;
  amount: bigint;
  verdict: string;
  rules: JsonValue;
  actor: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CreditTypeTable {
  tenant_id: bigint;
  id: string;
  code: string;
  name: string;
  revolving: Generated<boolean>;
  over_pct: Generated<string>;
  hold_hours: number | null;
  per_order_limit: bigint | null;
  terms: Generated<JsonValue>;
  sort: Generated<number>;
  enabled: Generated<boolean>;
  remark: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_by: string | null;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CreditUseTable {
  tenant_id: bigint;
  id: string;
  credit_order_id: string;
  account_id: string;
  customer_id: string;
  kind: string;
  amount: bigint;
  biz_date: string;
  biz_type: string;
  biz_id: string;
  biz_no: Generated<string>;
  delivery_id: string | null;
  of_use_id: string | null;
  actor: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CtContractTable {
  tenant_id: bigint;
  id: string;
  no: string;
  title: string;
  title_grams: ColumnType<string[], never, never>;
  kind: string;
  source: string;
  template_id: string | null;
  template_no: number | null;
  customer_id: string;
  biz_type: string | null;
  biz_id: string | null;
  biz_no: Generated<string>;
  amount: bigint | null;
  sign_order: Generated<string>;
  deadline: string;
  valid_from: string | null;
  valid_to: string | null;
  status: Generated<string>;
  state_reason: Generated<string>;
  data: Generated<JsonValue>;
  upload_key: string | null;
  riding: Generated<boolean>;
  real_name: Generated<boolean>;
  revision_no: Generated<number>;
  file_key: string | null;
  sha256: Generated<string>;
  signers: Generated<number>;
  signed: Generated<number>;
  turn: string | null;
  rescinds_id: string | null;
  rescission: Generated<string>;
  urged_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  expiry_told: Generated<boolean>;
  submitted_by: string | null;
  started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  version: Generated<number>;
  owner_id: string | null;
}

export interface CtContractTextTable {
  id: ColumnType<string | null, never, never>;
  nos: ColumnType<string | null, never, never>;
  title: ColumnType<string | null, never, never>;
  title_grams: ColumnType<string[] | null, never, never>;
}

export interface CtEventTable {
  tenant_id: bigint;
  contract_id: string;
  customer_id: string;
  seq: number;
  at: ColumnType<Date, Date | string, Date | string>;
  action: string;
  actor: string;
  account_id: string | null;
  address: Generated<string>;
  agent: Generated<string>;
  note: Generated<string>;
  sha256: Generated<string>;
  prev_hash: string;
  hash: string;
  id: Generated<string>;
}

export interface CtIdentityTable {
  tenant_id: bigint;
  id: string;
  kind: string;
  customer_id: string | null;
  name: string;
  serial: string;
  certificate: Buffer;
  key_sealed: string;
  valid_from: ColumnType<Date, Date | string, Date | string>;
  valid_to: ColumnType<Date, Date | string, Date | string>;
  revoked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  provider_ref: Generated<string>;
  chain: Generated<Buffer[]>;
  revoke_reason: Generated<string>;
  revoked_by: Generated<string>;
  expiry_told: Generated<boolean>;
}

export interface CtRevisionTable {
  tenant_id: bigint;
  contract_id: string;
  customer_id: string;
  no: number;
  signer_id: string | null;
  file_key: string;
  sha256: string;
  size: number;
  at: ColumnType<Date, Date | string, Date | string>;
  id: Generated<string>;
}

export interface CtSealTable {
  tenant_id: bigint;
  id: string;
  kind: string;
  name: string;
  label: Generated<string>;
  number: Generated<string>;
  enabled: Generated<boolean>;
  remark: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_by: string | null;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  picture: Buffer | null;
}

export interface CtSealAuthTable {
  tenant_id: bigint;
  id: string;
  seal_id: string;
  account_id: string;
  person: string;
  from_day: string;
  to_day: string;
  reason: string;
  given_by: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  revoked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  revoked_by: Generated<string>;
  silent: Generated<boolean>;
  kinds: Generated<string[]>;
  most: bigint | null;
}

export interface CtSignerTable {
  tenant_id: bigint;
  id: string;
  contract_id: string;
  customer_id: string;
  seq: number;
  side: string;
  role_name: string;
  org_name: string;
  seal_kind: string;
  status: Generated<string>;
  place: JsonValue | null;
  field: string;
  cert_id: string | null;
  person: Generated<string>;
  account_id: string | null;
  real_name: Generated<boolean>;
  way: Generated<string>;
  address: Generated<string>;
  agent: Generated<string>;
  cert_subject: Generated<string>;
  cert_serial: Generated<string>;
  tsa_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  revision_no: number | null;
  at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  reason: Generated<string>;
  sealing_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  sealing_next: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  sealing_tries: Generated<number>;
  sealing_error: Generated<string>;
}

export interface CtTemplateTable {
  tenant_id: bigint;
  id: string;
  name: string;
  kind: string;
  status: Generated<string>;
  current_no: Generated<number>;
  remark: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_by: string | null;
  updater: Generated<string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CtTemplateVersionTable {
  tenant_id: bigint;
  template_id: string;
  no: number;
  title: string;
  blocks: JsonValue;
  fields: Generated<JsonValue>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CustomerTable {
  tenant_id: bigint;
  id: string;
  code: string;
  name: string;
  short_name: Generated<string>;
  name_grams: ColumnType<string[] | null, never, never>;
  pinyin: Generated<string>;
  customer_type: Generated<number>;
  uscc: string | null;
  id_card: string | null;
  level_id: string | null;
  region_label: Generated<string>;
  province: Generated<string>;
  city: Generated<string>;
  district: Generated<string>;
  address: Generated<string>;
  contact_name: Generated<string>;
  contact_mobile: Generated<string>;
  email: Generated<string>;
  sales_member_id: string | null;
  payment_days: Generated<number>;
  price_visible_stock: Generated<boolean>;
  remark: Generated<string>;
  status: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_by: string | null;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  id_card_hash: string | null;
  state_reason: Generated<string>;
  contact_role: Generated<string>;
  merged_into: string | null;
  sales_area_id: string | null;
  tags: Generated<string>;
}

export interface CustomerAddressTable {
  tenant_id: bigint;
  id: string;
  customer_id: string;
  receiver: string;
  phone: string;
  province: string;
  city: string;
  district: string;
  address: string;
  is_default: Generated<boolean>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CustomerContactTable {
  tenant_id: bigint;
  id: string;
  customer_id: string;
  name: string;
  role: Generated<string>;
  mobile: Generated<string>;
  email: Generated<string>;
  remark: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CustomerHelperTable {
  tenant_id: bigint;
  id: string;
  customer_id: string;
  member_id: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CustomerInviteTable {
  tenant_id: bigint;
  id: string;
  customer_id: string;
  token_hash: string;
  created_by: string;
  created_at: ColumnType<Date, Date | string, Date | string>;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  used_by: string | null;
  cancelled_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface CustomerInvoiceTitleTable {
  tenant_id: bigint;
  id: string;
  customer_id: string;
  title: string;
  tax_no: Generated<string>;
  bank: Generated<string>;
  bank_account: Generated<string>;
  address: Generated<string>;
  phone: Generated<string>;
  email: Generated<string>;
  is_default: Generated<boolean>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CustomerMemberTable {
  tenant_id: bigint;
  id: string;
  customer_id: string;
  account_id: string;
  status: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface CustomerMergeTable {
  tenant_id: bigint;
  id: string;
  from_id: string;
  into_id: string;
  status: Generated<string>;
  txn_id: string | null;
  before: JsonValue;
  actor_id: string;
  actor: string;
  at: ColumnType<Date, Date | string, Date | string>;
  undo_until: ColumnType<Date, Date | string, Date | string>;
  undone_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  undone_by: Generated<string>;
}

export interface CustomerMergePartTable {
  tenant_id: bigint;
  id: Generated<string>;
  merge_id: string;
  table_name: string;
  column_name: string;
  moved: string[];
  kept: Generated<number>;
  print: Generated<string>;
}

export interface CustomerOwingTable {
  tenant_id: bigint;
  customer_id: string;
  as_of: string;
  turns_on: string | null;
  ends: number[];
  debts: number;
  open: bigint;
  overdue: bigint;
  oldest_on: string | null;
  ages: bigint[];
}

export interface CustomerPriceTable {
  tenant_id: bigint;
  id: string;
  customer_id: string;
  sku_id: string;
  unit_id: string;
  min_qty: Generated<string>;
  price: string;
  valid_from: string;
  valid_to: string | null;
  status: Generated<string>;
  remark: Generated<string>;
  batch_id: string | null;
  version: Generated<number>;
  created_by: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_by: string | null;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  expiry_told: string | null;
}

export interface CustomerPriceChangeTable {
  tenant_id: bigint;
  id: string;
  no: string;
  kind: string;
  status: Generated<string>;
  asked: JsonValue;
  line_count: number;
  customer_count: number;
  low_count: Generated<number>;
  deepest_fall: Generated<string>;
  opinion: Generated<string>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  decider: Generated<string>;
  decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  version: Generated<number>;
}

export interface CustomerPriceChangeLineTable {
  tenant_id: bigint;
  id: string;
  change_id: string;
  seq: number;
  customer_id: string;
  sku_id: string;
  unit_id: string;
  min_qty: string;
  valid_from: string;
  valid_to: string | null;
  action: string;
  old_price: string | null;
  new_price: string | null;
  floor_price: string | null;
}

export interface CustomerPriceHistoryTable {
  tenant_id: bigint;
  id: string;
  price_id: string;
  old_price: string | null;
  new_price: string | null;
  action: string;
  actor: string;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface DataKeyCheckTable {
  only_row: Generated<boolean>;
  sealed: string;
}

export interface DeliveryTable {
  tenant_id: bigint;
  id: string;
  no: string;
  customer_id: string;
  customer_name: string;
  warehouse_id: string;
  ship_way: string;
  carrier: Generated<string>;
  plate_no: Generated<string>;
  driver: Generated<string>;
  driver_phone: Generated<string>;
  freight: Generated<bigint>;
  receiver: Generated<string>;
  receiver_phone: Generated<string>;
  province: Generated<string>;
  city: Generated<string>;
  district: Generated<string>;
  address: Generated<string>;
  plan_date: string | null;
  total_qty: Generated<string>;
  amount: Generated<bigint>;
  order_nos: Generated<string[]>;
  waybill_nos: Generated<string[]>;
  status: Generated<string>;
  remark: Generated<string>;
  reverse_reason: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  shipped_by: string | null;
  shipped_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  signed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface DeliveryEventTable {
  tenant_id: bigint;
  id: string;
  delivery_id: string;
  customer_id: string;
  actor: string;
  side: string;
  action: string;
  from_status: Generated<string>;
  to_status: Generated<string>;
  note: Generated<string>;
  payload: Generated<JsonValue>;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface DeliveryLineTable {
  tenant_id: bigint;
  id: string;
  delivery_id: string;
  customer_id: string;
  order_id: string;
  order_line_id: string;
  line_no: number;
  qty: string;
  base_qty: string;
  amount: Generated<bigint>;
  from_reserved: Generated<string>;
  signed: Generated<string>;
  refused: Generated<string>;
  damage: Generated<string>;
  sign_note: Generated<string>;
  sign_photos: Generated<string[]>;
  signed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  batch_no: Generated<string>;
}

export interface DeliveryPickTable {
  tenant_id: bigint;
  id: string;
  delivery_line_id: string;
  batch_no: string;
  qty: string;
}

export interface DeliveryTextTable {
  id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
  order_nos: ColumnType<string | null, never, never>;
  waybill_nos: ColumnType<string | null, never, never>;
}

export interface DepartmentTable {
  tenant_id: bigint;
  id: string;
  parent_id: string | null;
  name: string;
  sort: Generated<number>;
  leader_id: string | null;
  status: Generated<string>;
  version: Generated<number>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface DeviceTable {
  account_id: string;
  device_hash: string;
  first_at: ColumnType<Date, Date | string, Date | string>;
  last_at: ColumnType<Date, Date | string, Date | string>;
}

export interface DictItemTable {
  tenant_id: bigint;
  id: string;
  category: string;
  code: string;
  name: string;
  sort: Generated<number>;
  color: Generated<string>;
  enabled: Generated<boolean>;
  version: Generated<number>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface DictPlatformItemTable {
  category: string;
  code: string;
  name: string;
  sort: number;
  color: Generated<string>;
}

export interface DingtalkConfigTable {
  tenant_id: bigint;
  app_key: string;
  secret: string;
  root_department_id: string | null;
  default_role_id: string | null;
  hand_over: Generated<string>;
  hand_over_to: string | null;
  nightly: Generated<boolean>;
  invite: Generated<boolean>;
  mapping: Generated<JsonValue>;
  configured_by: string;
  version: Generated<number>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface DingtalkLinkTable {
  tenant_id: bigint;
  kind: string;
  external_id: string;
  local_id: string | null;
  choice: Generated<string>;
  name: Generated<string>;
  present: Generated<boolean>;
  basis: Generated<JsonValue>;
  version: Generated<number>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface DingtalkRowTable {
  tenant_id: bigint;
  run_id: string;
  place: number;
  kind: string;
  action: string;
  external_id: string;
  local_id: string | null;
  name: string;
  mobile: Generated<string>;
  detail: Generated<string>;
  reason: Generated<string>;
  state: Generated<string>;
  result: Generated<string>;
  payload: string | null;
}

export interface DingtalkRunTable {
  tenant_id: bigint;
  id: string;
  mode: string;
  state: string;
  started_by: string;
  departments: Generated<number>;
  people: Generated<number>;
  notes: Generated<string[]>;
  changes: Generated<string[]>;
  error: Generated<string>;
  attempts: Generated<number>;
  lease_id: string | null;
  lease_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  version: Generated<number>;
  started_at: ColumnType<Date, Date | string, Date | string>;
  read_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface DocCounterTable {
  tenant_id: bigint;
  prefix: string;
  biz_date: string;
  n: bigint;
}

export interface DunningLogTable {
  tenant_id: bigint;
  id: string;
  customer_id: string;
  open: bigint;
  overdue: bigint;
  overdue_days: number;
  receivables: number;
  template_name: string;
  title: string;
  body: string;
  created_by: string | null;
  actor: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  way: Generated<string>;
  note: Generated<string>;
}

export interface DunningTemplateTable {
  tenant_id: bigint;
  id: string;
  name: string;
  body: string;
  sort: Generated<number>;
  version: Generated<number>;
  updated_by: string | null;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface EnterAccountTable {
  tenant_id: bigint;
  id: string;
  no: string;
  customer_id: string;
  account_id: string;
  amount: bigint;
  pay_way: string;
  bank_flow_no: string | null;
  payer: Generated<string>;
  paid_at: ColumnType<Date, Date | string, Date | string>;
  voucher: Generated<string[]>;
  remark: Generated<string>;
  status: Generated<string>;
  reason: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  confirmed_by: string | null;
  confirmer: Generated<string>;
  confirmed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface EnterAccountTextTable {
  id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
  bank_flow_no: ColumnType<string | null, never, never>;
}

export interface ExpenseEntryTable {
  tenant_id: bigint;
  id: string;
  no: string;
  customer_id: string;
  kind: string;
  amount: bigint;
  basis_no: Generated<string>;
  valid_to: string | null;
  max_ratio_ppm: Generated<number>;
  scope: Generated<string>;
  scope_ids: Generated<string[]>;
  voucher: Generated<string[]>;
  remark: Generated<string>;
  status: Generated<string>;
  reason: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  confirmed_by: string | null;
  confirmer: Generated<string>;
  confirmed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface ExpenseEntryTextTable {
  id: ColumnType<string | null, never, never>;
  nos: ColumnType<string | null, never, never>;
}

export interface ExpenseLotTable {
  tenant_id: bigint;
  id: string;
  customer_id: string;
  entry_id: string;
  origin_id: string | null;
  valid_to: string | null;
  max_ratio_ppm: number;
  scope: string;
  scope_ids: Generated<string[]>;
  amount: bigint;
  remaining: bigint;
  held: Generated<bigint>;
  expired: Generated<bigint>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface ExpenseTakeTable {
  tenant_id: bigint;
  id: string;
  customer_id: string;
  order_id: string;
  order_line_id: string;
  lot_id: string;
  delivery_id: string;
  capture_event_id: string;
  amount: bigint;
  returned: Generated<bigint>;
  reversed: Generated<boolean>;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface ExpenseUseTable {
  tenant_id: bigint;
  id: string;
  customer_id: string;
  order_id: string;
  order_line_id: string;
  lot_id: string;
  open: bigint;
  taken: Generated<bigint>;
}

export interface ExportJobTable {
  tenant_id: bigint;
  id: string;
  type: string;
  title: string;
  query: JsonValue;
  columns: Generated<string[]>;
  format: string;
  status: string;
  reason: Generated<string>;
  total: number;
  done: Generated<number>;
  written: Generated<number>;
  error: Generated<string>;
  attempts: Generated<number>;
  runner: string | null;
  lease_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  requested_by: string;
  requester: string;
  requester_identity: string;
  requester_customer: string | null;
  approver_id: string | null;
  approver: Generated<string>;
  decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  decision_note: Generated<string>;
  file_name: Generated<string>;
  file_key: string | null;
  file_size: Generated<bigint>;
  downloads: Generated<number>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface FavouriteSkuTable {
  tenant_id: bigint;
  id: string;
  customer_id: string;
  sku_id: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface FileStorageTable {
  tenant_id: bigint;
  bytes: Generated<bigint>;
}

export interface FundAccountTable {
  tenant_id: bigint;
  id: string;
  customer_id: string;
  type: string;
  posted: Generated<bigint>;
  held: Generated<bigint>;
  available: ColumnType<bigint | null, never, never>;
  status: Generated<string>;
  low_balance: bigint | null;
  changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  credit_group_id: string | null;
}

export interface FundHoldTable {
  tenant_id: bigint;
  id: string;
  no: string;
  account_id: string;
  customer_id: string;
  biz_type: string;
  biz_id: string;
  biz_no: Generated<string>;
  amount: bigint;
  captured: Generated<bigint>;
  released: Generated<bigint>;
  state: Generated<string>;
  reason: Generated<string>;
  created_by: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  tender: Generated<string>;
  advanced: Generated<boolean>;
}

export interface FundHoldTextTable {
  id: ColumnType<string | null, never, never>;
  nos: ColumnType<string | null, never, never>;
}

export interface GroupRobotTable {
  tenant_id: bigint;
  id: string;
  name: string;
  token: string;
  secret: string;
  events: Generated<string[]>;
  enabled: Generated<boolean>;
  version: Generated<number>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface HelpVoteTable {
  id: string;
  centre: string;
  question: string;
  voter: string;
  helpful: boolean;
  reason: Generated<string>;
  address_hash: string;
  changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface HoldEventTable {
  tenant_id: bigint;
  id: string;
  hold_id: string;
  action: string;
  amount: bigint;
  biz_no: Generated<string>;
  txn_id: string | null;
  actor: string;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface IdempotencyTable {
  tenant_id: bigint;
  account_id: string;
  key: string;
  path: string;
  body_hash: string;
  answer: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface ImportJobTable {
  tenant_id: bigint;
  id: string;
  type: string;
  file_name: string;
  mode: string;
  total: number;
  ok: number;
  bad: number;
  created: Generated<number>;
  updated: Generated<number>;
  status: Generated<string>;
  rows: JsonValue;
  errors: Generated<JsonValue>;
  undo: JsonValue | null;
  created_by: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  committed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  undo_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  creator: Generated<string>;
  note: Generated<string>;
}

export interface InvoiceTable {
  tenant_id: bigint;
  id: string;
  billing_id: string;
  customer_id: string;
  code: Generated<string>;
  no: string;
  issued_on: string;
  amount: bigint;
  tax: bigint;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface LedgerDayTable {
  tenant_id: bigint;
  account_code: string;
  customer_id: string;
  day: string;
  kind: string;
  dr: Generated<bigint>;
  cr: Generated<bigint>;
}

export interface LedgerEntryTable {
  tenant_id: bigint;
  id: string;
  txn_id: string;
  account_code: string;
  customer_id: string | null;
  fund_account_id: string | null;
  dr: Generated<bigint>;
  cr: Generated<bigint>;
  after_posted: bigint | null;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface LedgerMonthTable {
  tenant_id: bigint;
  account_code: string;
  customer_id: string;
  month: string;
  kind: string;
  dr: Generated<bigint>;
  cr: Generated<bigint>;
}

export interface LedgerTxnTable {
  tenant_id: bigint;
  id: string;
  kind: string;
  biz_type: string;
  biz_id: string;
  biz_no: string;
  biz_date: string;
  memo: Generated<string>;
  actor: string;
  reverses_id: string | null;
  idem_key: string;
  posted_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface LoginAttemptTable {
  key: string;
  failures: number;
  window_start: ColumnType<Date, Date | string, Date | string>;
  blocked_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface MemberTable {
  tenant_id: bigint;
  id: string;
  account_id: string;
  name: string;
  job_title: Generated<string>;
  is_admin: Generated<boolean>;
  status: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  version: Generated<number>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  guide_closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface MemberDepartmentTable {
  tenant_id: bigint;
  member_id: string;
  department_id: string;
  is_primary: Generated<boolean>;
}

export interface MemberRoleTable {
  tenant_id: bigint;
  member_id: string;
  role_id: string;
}

export interface MemberSecurityEventTable {
  tenant_id: ColumnType<bigint | null, never, never>;
  id: ColumnType<string | null, never, never>;
  actor: ColumnType<string | null, never, never>;
  kind: ColumnType<string | null, never, never>;
  detail: ColumnType<string | null, never, never>;
  address: ColumnType<string | null, never, never>;
  agent: ColumnType<string | null, never, never>;
  new_device: ColumnType<boolean | null, never, never>;
  at: ColumnType<Date | null, never, never>;
}

export interface MessageTable {
  tenant_id: bigint;
  id: string;
  account_id: string;
  kind: string;
  title: string;
  body: string;
  link: Generated<string>;
  read_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  outbox_id: string | null;
  seq: bigint;
  type: Generated<string>;
  important: Generated<boolean>;
  business: ColumnType<string, never, never>;
}

export interface MessageCounterTable {
  tenant_id: bigint;
  account_id: string;
  seq: bigint;
}

export interface MessageTemplateTable {
  tenant_id: bigint;
  kind: string;
  title: string;
  body: string;
  version: Generated<number>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface MessageTextTable {
  id: ColumnType<string | null, never, never>;
  title: ColumnType<string | null, never, never>;
  title_grams: ColumnType<string[] | null, never, never>;
}

export interface MoneyInTable {
  tenant_id: ColumnType<bigint | null, never, never>;
  id: ColumnType<string | null, never, never>;
  kind: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
  customer_id: ColumnType<string | null, never, never>;
  amount: ColumnType<bigint | null, never, never>;
  unapplied: ColumnType<bigint | null, never, never>;
  pay_way: ColumnType<string | null, never, never>;
  flow_no: ColumnType<string | null, never, never>;
  payer: ColumnType<string | null, never, never>;
  came_at: ColumnType<Date | null, never, never>;
  status: ColumnType<string | null, never, never>;
  creator: ColumnType<string | null, never, never>;
  created_at: ColumnType<Date | null, never, never>;
}

export interface OpenAppTable {
  tenant_id: bigint;
  id: string;
  name: string;
  app_key: string;
  remark: Generated<string>;
  kind: string;
  status: Generated<string>;
  secret: string;
  secret_tail: string;
  old_secret: string | null;
  old_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  secret_to: string;
  secret_to_name: string;
  secret_at: ColumnType<Date, Date | string, Date | string>;
  ip_allow: Generated<string[]>;
  expires_on: string | null;
  per_minute: number;
  per_day: number;
  permissions: string[];
  data_scope: string;
  scope_regions: Generated<string[]>;
  scope_warehouses: Generated<string[]>;
  hidden_fields: Generated<string[]>;
  calls: string[];
  version: Generated<number>;
  created_by: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_by: string;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface OpenItemTable {
  tenant_id: ColumnType<bigint | null, never, never>;
  item_id: ColumnType<string | null, never, never>;
  receivable_id: ColumnType<string | null, never, never>;
  repay_item_id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
  customer_id: ColumnType<string | null, never, never>;
  customer_name: ColumnType<string | null, never, never>;
  sales_member_id: ColumnType<string | null, never, never>;
  source: ColumnType<string | null, never, never>;
  nature: ColumnType<string | null, never, never>;
  biz_date: ColumnType<string | null, never, never>;
  due_date: ColumnType<string | null, never, never>;
  late_on: ColumnType<string | null, never, never>;
  amount: ColumnType<bigint | null, never, never>;
  outstanding: ColumnType<bigint | null, never, never>;
  disputed: ColumnType<bigint | null, never, never>;
  running: ColumnType<bigint | null, never, never>;
  credit_order_id: ColumnType<string | null, never, never>;
  order_id: ColumnType<string | null, never, never>;
  order_no: ColumnType<string | null, never, never>;
  on_credit: ColumnType<boolean | null, never, never>;
}

export interface OpenNonceTable {
  tenant_id: bigint;
  app_id: string;
  nonce: string;
  at: ColumnType<Date, Date | string, Date | string>;
}

export interface OpenTokenTable {
  tenant_id: bigint;
  hash: string;
  app_id: string;
  created_at: ColumnType<Date, Date | string, Date | string>;
  expires_at: ColumnType<Date, Date | string, Date | string>;
}

export interface OpenUsageTable {
  tenant_id: bigint;
  app_id: string;
  span: string;
  starts: ColumnType<Date, Date | string, Date | string>;
  calls: number;
}

export interface OrderEventTable {
  tenant_id: bigint;
  id: string;
  order_id: string;
  customer_id: string;
  actor: string;
  side: string;
  action: string;
  from_status: Generated<string>;
  to_status: Generated<string>;
  note: Generated<string>;
  payload: Generated<JsonValue>;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface OrderLineTable {
  tenant_id: bigint;
  id: string;
  order_id: string;
  customer_id: string;
  line_no: number;
  sku_id: string;
  sku_snapshot: JsonValue;
  unit_id: string;
  qty: string;
  base_qty: string;
  list_price: string | null;
  price: string;
  price_source: string;
  price_source_id: string | null;
  price_trace: Generated<JsonValue>;
  manual_price: Generated<boolean>;
  manual_reason: Generated<string>;
  below_floor: Generated<boolean>;
  amount: bigint;
  discount_alloc: Generated<bigint>;
  expense_alloc: Generated<bigint>;
  tax_rate_ppm: Generated<number>;
  tax: Generated<bigint>;
  is_gift: Generated<boolean>;
  warehouse_id: string;
  reserved: Generated<string>;
  shipped: Generated<string>;
  signed: Generated<string>;
  refused: Generated<string>;
  returned: Generated<string>;
  closed: Generated<string>;
  shipped_amount: Generated<bigint>;
  remark: Generated<string>;
  refused_returned: Generated<string>;
  invoicing: Generated<string>;
  invoicing_amount: Generated<bigint>;
  invoiced: Generated<string>;
  invoiced_amount: Generated<bigint>;
  closed_amount: Generated<bigint>;
  to_invoice: ColumnType<boolean, never, never>;
  red_due: ColumnType<boolean, never, never>;
}

export interface OrderRefundTable {
  tenant_id: bigint;
  id: string;
  no: string;
  customer_id: string;
  order_id: string;
  order_no: string;
  biz_type: string;
  biz_id: string;
  biz_no: string;
  amount: bigint;
  refund_to: string;
  pay_way: Generated<string>;
  bank_flow_no: Generated<string>;
  biz_date: string;
  actor: string;
  created_by: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface OrderRefundPartTable {
  tenant_id: bigint;
  id: string;
  refund_id: string;
  customer_id: string;
  receivable_id: string;
  tender: string;
  target: string;
  fund_account_id: string | null;
  amount: bigint;
  txn_id: string;
}

export interface OrderVersionTable {
  tenant_id: bigint;
  id: string;
  order_id: string;
  customer_id: string;
  version: number;
  kind: string;
  snapshot: JsonValue;
  diff: Generated<JsonValue>;
  reason: Generated<string>;
  state: string;
  actor: string;
  created_by: string | null;
  prev_hash: string;
  hash: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface OutboxTable {
  tenant_id: bigint;
  id: string;
  kind: string;
  payload: JsonValue;
  attempts: Generated<number>;
  last_error: string | null;
  due_at: ColumnType<Date, Date | string | undefined, Date | string>;
  done_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  taken_by: Generated<string[]>;
}

export interface OutgoingTable {
  tenant_id: Generated<bigint>;
  id: string;
  channel: string;
  address: string;
  account_id: string | null;
  kind: Generated<string>;
  title: Generated<string>;
  body: string;
  link: Generated<string>;
  secret: Generated<boolean>;
  state: Generated<string>;
  attempts: Generated<number>;
  last_error: Generated<string>;
  due_at: ColumnType<Date, Date | string | undefined, Date | string>;
  expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  outbox_id: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  files: Generated<string[]>;
}

export interface OutgoingTextTable {
  id: ColumnType<string | null, never, never>;
  title: ColumnType<string | null, never, never>;
  title_grams: ColumnType<string[] | null, never, never>;
}

export interface OwingTable {
  tenant_id: ColumnType<bigint | null, never, never>;
  customer_id: ColumnType<string | null, never, never>;
  due_date: ColumnType<string | null, never, never>;
  late_on: ColumnType<string | null, never, never>;
  outstanding: ColumnType<bigint | null, never, never>;
}

export interface PackageTable {
  tenant_id: bigint;
  id: string;
  delivery_id: string;
  customer_id: string;
  seq: number;
  carrier: Generated<string>;
  waybill_no: Generated<string>;
  pieces: Generated<number>;
  weight_kg: string | null;
  status: Generated<string>;
}

export interface PackageLineTable {
  tenant_id: bigint;
  id: string;
  package_id: string;
  delivery_line_id: string;
  customer_id: string;
  qty: string;
  signed: Generated<string>;
  refused: Generated<string>;
  damage: Generated<string>;
}

export interface PasskeyTable {
  id: string;
  account_id: string;
  public_key: Buffer;
  counter: bigint;
  transports: Generated<string[]>;
  name: string;
  created_at: ColumnType<Date, Date | string, Date | string>;
  used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface PriceLimitTable {
  tenant_id: bigint;
  id: string;
  layer: string;
  sku_id: string;
  unit_id: string;
  quota: string | null;
  per_customer: string | null;
  used: Generated<string>;
}

export interface PriceStrategyTable {
  tenant_id: bigint;
  id: string;
  no: string;
  name: string;
  priority: number;
  customer_scope: string;
  buyers: Generated<string[]>;
  goods_scope: string;
  goods: Generated<string[]>;
  method: string;
  tiers: JsonValue;
  round_to: string | null;
  valid_from: string;
  valid_to: string | null;
  status: Generated<string>;
  remark: Generated<string>;
  expiry_told: string | null;
  version: Generated<number>;
  created_by: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_by: string | null;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface PriceStrategyChangeTable {
  tenant_id: bigint;
  id: string;
  no: string;
  kind: string;
  status: Generated<string>;
  asked: JsonValue;
  lines: JsonValue;
  line_count: number;
  names: Generated<string>;
  opinion: Generated<string>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  decider: Generated<string>;
  decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  version: Generated<number>;
}

export interface PriceStrategyCustomerTable {
  tenant_id: bigint;
  id: string;
  strategy_id: string;
  customer_id: string;
}

export interface PriceStrategyVersionTable {
  tenant_id: bigint;
  id: string;
  strategy_id: string;
  seq: number;
  action: string;
  content: JsonValue;
  words: JsonValue;
  changes: JsonValue;
  actor: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface PriceUseTable {
  tenant_id: bigint;
  id: string;
  limit_id: string;
  order_id: string;
  customer_id: string;
  qty: string;
  at: ColumnType<Date, Date | string, Date | string>;
}

export interface PrintLogTable {
  tenant_id: bigint;
  id: string;
  doc_type: string;
  doc_id: string;
  paper: string;
  actor: string;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface ProductTable {
  tenant_id: bigint;
  id: string;
  code: string;
  name: string;
  name_grams: ColumnType<string[] | null, never, never>;
  pinyin: Generated<string>;
  short_name: Generated<string>;
  brand: Generated<string>;
  category_id: string;
  spec: Generated<string>;
  model: Generated<string>;
  base_unit_id: string;
  tax_class_code: Generated<string>;
  tax_rate_ppm: Generated<number>;
  images: Generated<string[]>;
  detail: Generated<string>;
  desc_attrs: Generated<JsonValue>;
  status: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_by: string | null;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  by_batch: Generated<boolean>;
}

export interface ProductVisibilityTable {
  tenant_id: bigint;
  id: string;
  product_id: string;
  rule: string;
  scope: string;
  scope_id: string;
}

export interface ProjectTable {
  tenant_id: bigint;
  id: string;
  code: string;
  name: string;
  name_grams: ColumnType<string[] | null, never, never>;
  pinyin: Generated<string>;
  customer_id: string;
  developer: Generated<string>;
  contractor: Generated<string>;
  kind: Generated<string>;
  stage: Generated<string>;
  province: Generated<string>;
  city: Generated<string>;
  district: Generated<string>;
  address: Generated<string>;
  expected_qty: string | null;
  expected_unit: Generated<string>;
  expected_amount: bigint | null;
  start_date: string | null;
  end_date: string | null;
  sales_member_id: string | null;
  remark: Generated<string>;
  status: Generated<string>;
  state_reason: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_by: string | null;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface ProjectContactTable {
  tenant_id: bigint;
  id: string;
  project_id: string;
  customer_id: string;
  name: string;
  role: Generated<string>;
  mobile: Generated<string>;
  sort: Generated<number>;
}

export interface ProjectPriceTable {
  tenant_id: bigint;
  id: string;
  no: string;
  project_id: string;
  customer_id: string;
  valid_from: string;
  valid_to: string;
  reason: Generated<string>;
  status: Generated<string>;
  state_reason: Generated<string>;
  content_version: Generated<number>;
  pending_version_id: string | null;
  line_count: Generated<number>;
  expiry_told: string | null;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  submitted_by: string | null;
  approver: Generated<string>;
  approved_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  updated_by: string | null;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  version: Generated<number>;
}

export interface ProjectPriceLineTable {
  tenant_id: bigint;
  id: string;
  sheet_id: string;
  project_id: string;
  customer_id: string;
  line_no: number;
  sku_id: string;
  unit_id: string;
  price: string;
  cap_qty: string | null;
  valid_from: string;
  valid_to: string;
  status: Generated<string>;
  remark: Generated<string>;
}

export interface ProjectPriceTextTable {
  id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
}

export interface ProjectPriceVersionTable {
  tenant_id: bigint;
  id: string;
  sheet_id: string;
  customer_id: string;
  version: number;
  content: JsonValue;
  diff: Generated<JsonValue>;
  reason: Generated<string>;
  state: string;
  actor: string;
  created_by: string | null;
  created_at: ColumnType<Date, Date | string, Date | string>;
  decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface ProofCodeTable {
  id: string;
  target: string;
  purpose: string;
  code_hash: string;
  attempts: Generated<number>;
  used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface ProofRowTable {
  tenant_id: bigint;
  run_id: string;
  seq: number;
  subject_id: string | null;
  name: string;
  figure: string;
  balance: string;
  proof: string;
}

export interface ProofRunTable {
  tenant_id: bigint;
  id: string;
  key: string;
  day: string;
  compared: Generated<bigint>;
  differing: Generated<number>;
  failure: Generated<string>;
  took_ms: number;
  ran_at: ColumnType<Date, Date | string, Date | string>;
}

export interface RealNameTable {
  tenant_id: bigint;
  id: string;
  kind: string;
  account_id: string;
  status: Generated<string>;
  company_name: Generated<string>;
  uscc: Generated<string>;
  person_name: string;
  id_card: string;
  id_card_hash: string;
  mobile: Generated<string>;
  bank_name: Generated<string>;
  bank_account: string | null;
  reason: Generated<string>;
  applicant: string;
  submitted_at: ColumnType<Date, Date | string | undefined, Date | string>;
  decided_by: string | null;
  decider: Generated<string>;
  decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  version: Generated<number>;
}

export interface ReceiptTable {
  tenant_id: bigint;
  id: string;
  no: string;
  customer_id: string;
  amount: bigint;
  unapplied: bigint;
  pay_way: string;
  bank_flow_no: string | null;
  payer: Generated<string>;
  received_at: ColumnType<Date, Date | string, Date | string>;
  voucher: Generated<string[]>;
  remark: Generated<string>;
  status: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface ReceiptApplyTable {
  tenant_id: bigint;
  id: string;
  customer_id: string;
  receivable_id: string;
  receipt_id: string | null;
  capture_event_id: string | null;
  amount: bigint;
  discount: Generated<bigint>;
  actor: string;
  reversed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  repayment_id: string | null;
}

export interface ReceiptTextTable {
  id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
  bank_flow_no: ColumnType<string | null, never, never>;
}

export interface ReceivableTable {
  tenant_id: bigint;
  id: string;
  no: string;
  customer_id: string;
  customer_name: string;
  order_id: string | null;
  order_no: Generated<string>;
  delivery_id: string | null;
  delivery_no: Generated<string>;
  source: string;
  sales_member_id: string | null;
  biz_date: string;
  due_date: string;
  amount: bigint;
  settled: Generated<bigint>;
  offset: Generated<bigint>;
  status: Generated<string>;
  remark: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  source_no: Generated<string>;
  returned: Generated<bigint>;
  refunded: Generated<bigint>;
  open: ColumnType<bigint | null, never, never>;
  credit_order_id: string | null;
  nature: Generated<string>;
  disputed: Generated<bigint>;
  split_of: string | null;
}

export interface ReceivableTextTable {
  id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
  sources: ColumnType<string | null, never, never>;
}

export interface RecoveryCodeTable {
  account_id: string;
  code_hash: string;
  used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface RepayAllocTable {
  tenant_id: bigint;
  id: string;
  payment_id: string;
  item_id: string;
  credit_order_id: string;
  customer_id: string;
  bucket: string;
  amount: bigint;
  day: string;
  cause_no: Generated<string>;
  actor: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface RepayChangeTable {
  tenant_id: bigint;
  id: string;
  no: string;
  credit_order_id: string;
  customer_id: string;
  terms: JsonValue;
  start_on: string;
  reason: string;
  status: Generated<string>;
  before: JsonValue;
  after: JsonValue;
  opinion: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface RepayFeedTable {
  tenant_id: bigint;
  id: string;
  account_id: string;
  customer_id: string | null;
  secret_hash: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  read_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface RepayItemTable {
  tenant_id: bigint;
  id: string;
  no: string;
  credit_order_id: string;
  account_id: string;
  customer_id: string;
  use_id: string;
  delivery_id: string | null;
  seq: number;
  start_on: string;
  nominal_on: string;
  due_on: string;
  grace_end: string;
  provisional: Generated<boolean>;
  moved: Generated<boolean>;
  principal: bigint;
  fee: Generated<bigint>;
  grace_mode: string;
  penalty_ppm: number;
  interest_ppm: number;
  day_count: string;
  paid_fee: Generated<bigint>;
  paid_penalty: Generated<bigint>;
  paid_interest: Generated<bigint>;
  paid_principal: Generated<bigint>;
  relieved_fee: Generated<bigint>;
  relieved_penalty: Generated<bigint>;
  relieved_interest: Generated<bigint>;
  relieved_principal: Generated<bigint>;
  open_principal: ColumnType<bigint | null, never, never>;
  reckoned_on: string;
  interest_raw: Generated<string>;
  penalty_raw: Generated<string>;
  carried_raw: Generated<string>;
  settled_on: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface RepayItemTextTable {
  id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
}

export interface RepayNoticeTable {
  tenant_id: bigint;
  item_id: string;
  customer_id: string;
  due_on: string;
  step: number;
  told_at: ColumnType<Date, Date | string | undefined, Date | string>;
  id: Generated<string>;
}

export interface RepayPaymentTable {
  tenant_id: bigint;
  id: string;
  no: string;
  kind: string;
  customer_id: string;
  payer: Generated<string>;
  amount: bigint;
  value_on: string;
  seq: bigint;
  channel: Generated<string>;
  bank_ref: string | null;
  bill_no: Generated<string>;
  bill_due_on: string | null;
  voucher: Generated<string[]>;
  directed: Generated<JsonValue>;
  item_id: string | null;
  bucket: string | null;
  ahead: Generated<boolean>;
  source: Generated<string>;
  status: Generated<string>;
  backdated: Generated<boolean>;
  unapplied: Generated<bigint>;
  taken: Generated<bigint>;
  applied_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  remark: Generated<string>;
  reason: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  confirmed_by: string | null;
  confirmer: Generated<string>;
  confirmed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  reverse_by: string | null;
  reverser: Generated<string>;
  reversed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  refund_to: string | null;
  to_customer_id: string | null;
  from_payment_id: string | null;
  refunded: Generated<bigint>;
  dishonoured: Generated<boolean>;
}

export interface RepayPaymentTextTable {
  id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
  payer: ColumnType<string | null, never, never>;
  bank_ref: ColumnType<string | null, never, never>;
}

export interface RepayRevisionTable {
  tenant_id: bigint;
  id: string;
  credit_order_id: string;
  customer_id: string;
  seq: number;
  day: string;
  kind: string;
  use_id: string | null;
  biz_no: Generated<string>;
  items: JsonValue;
  terms: JsonValue | null;
  reason: Generated<string>;
  actor: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface ReservationTable {
  tenant_id: bigint;
  id: string;
  order_id: string;
  order_line_id: string;
  warehouse_id: string;
  sku_id: string;
  qty: string;
  consumed: Generated<string>;
  released: Generated<string>;
  open: ColumnType<string | null, never, never>;
  steps: Generated<number>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface ReturnEventTable {
  tenant_id: bigint;
  id: string;
  return_id: string;
  customer_id: string;
  actor: string;
  side: string;
  action: string;
  from_status: Generated<string>;
  to_status: Generated<string>;
  note: Generated<string>;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface ReturnLineTable {
  tenant_id: bigint;
  id: string;
  return_id: string;
  customer_id: string;
  line_no: number;
  order_line_id: string;
  delivery_id: string;
  delivery_line_id: string;
  part: string;
  apply_qty: string;
  approve_qty: string | null;
  good_qty: Generated<string>;
  bad_qty: Generated<string>;
  reject_qty: Generated<string>;
  good_warehouse_id: string | null;
  bad_warehouse_id: string | null;
  amount: Generated<bigint>;
  note: Generated<string>;
}

export interface ReturnOrderTable {
  tenant_id: bigint;
  id: string;
  no: string;
  type: string;
  order_id: string;
  order_no: string;
  delivery_id: string | null;
  customer_id: string;
  customer_name: string;
  source: string;
  reason_code: string;
  description: Generated<string>;
  refund_to: Generated<string>;
  total_qty: Generated<string>;
  goods_amount: Generated<bigint>;
  deduct: Generated<bigint>;
  refund: Generated<bigint>;
  owed_off: Generated<bigint>;
  paid_back: Generated<bigint>;
  carrier: Generated<string>;
  waybill_no: Generated<string>;
  status: Generated<string>;
  close_reason: Generated<string>;
  exchange_order_id: string | null;
  exchange_order_no: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  submitted_by: string | null;
  submitted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  approved_by: string | null;
  approver: Generated<string>;
  approved_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  received_by: string | null;
  receiver: Generated<string>;
  received_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  finished_by: string | null;
  finisher: Generated<string>;
  finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface ReturnOrderTextTable {
  id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
  order_no: ColumnType<string | null, never, never>;
  waybill_no: ColumnType<string | null, never, never>;
}

export interface RoleTable {
  tenant_id: bigint;
  id: string;
  name: string;
  remark: Generated<string>;
  permissions: Generated<string[]>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  built_in: Generated<boolean>;
  data_scope: Generated<string>;
  scope_regions: Generated<string[]>;
  scope_warehouses: Generated<string[]>;
  hidden_fields: Generated<string[]>;
  version: Generated<number>;
  updated_by: Generated<string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface SalesAreaTable {
  tenant_id: bigint;
  id: string;
  parent_id: string | null;
  name: string;
  sort: Generated<number>;
  version: Generated<number>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface SalesOrderTable {
  tenant_id: bigint;
  id: string;
  no: string | null;
  customer_id: string;
  customer_name: string;
  source: string;
  type: Generated<string>;
  sales_member_id: string | null;
  warehouse_id: string;
  receiver: Generated<string>;
  receiver_phone: Generated<string>;
  province: Generated<string>;
  city: Generated<string>;
  district: Generated<string>;
  address: Generated<string>;
  expect_date: string | null;
  pay_method: string;
  goods_amount: Generated<bigint>;
  discount: Generated<bigint>;
  expense_used: Generated<bigint>;
  freight: Generated<bigint>;
  payable: Generated<bigint>;
  tax: Generated<bigint>;
  line_count: Generated<number>;
  total_qty: Generated<string>;
  shipped_qty: Generated<string>;
  signed_qty: Generated<string>;
  closed_qty: Generated<string>;
  short: Generated<boolean>;
  status: Generated<string>;
  version: Generated<number>;
  row_version: Generated<number>;
  pending_version_id: string | null;
  remark: Generated<string>;
  internal_remark: Generated<string>;
  files: Generated<string[]>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  submitted_by: string | null;
  submitted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  approved_by: string | null;
  approved_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  close_reason: Generated<string>;
  held: Generated<bigint>;
  paid: Generated<bigint>;
  owed: Generated<bigint>;
  external_no: Generated<string>;
  project_id: string | null;
  deliver_state: ColumnType<string, never, never>;
  closed_amount: Generated<bigint>;
  returned_amount: Generated<bigint>;
  refunded: Generated<bigint>;
  returned_qty: Generated<string>;
  pay_state: ColumnType<string, never, never>;
  return_state: ColumnType<string, never, never>;
  invoice_state: Generated<string>;
  expense_asked: Generated<bigint>;
  freight_invoicing: Generated<bigint>;
  freight_invoiced: Generated<bigint>;
}

export interface SalesOrderTextTable {
  id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
}

export interface SchemaMigrationTable {
  name: string;
  checksum: string;
  applied_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface SecurityEventTable {
  id: string;
  account_id: string;
  kind: string;
  detail: Generated<string>;
  address: Generated<string>;
  agent: Generated<string>;
  new_device: Generated<boolean>;
  new_network: Generated<boolean>;
  at: ColumnType<Date, Date | string, Date | string>;
}

export interface SessionTable {
  token_hash: string;
  account_id: string;
  tenant_id: bigint | null;
  identity: string;
  address: Generated<string>;
  agent: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  used_at: ColumnType<Date, Date | string | undefined, Date | string>;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  id: Generated<string>;
  way: Generated<string>;
  device_hash: string | null;
  proved_at: ColumnType<Date, Date | string | undefined, Date | string>;
  preview_role_id: string | null;
}

export interface SkuTable {
  tenant_id: bigint;
  id: string;
  product_id: string;
  code: string;
  barcode: Generated<string>;
  sale_attrs: Generated<JsonValue>;
  sale_key: Generated<string>;
  list_price: string | null;
  min_price: string | null;
  moq: Generated<string>;
  multiple: Generated<string>;
  weight_kg: string | null;
  volume_m3: string | null;
  safety_low: string | null;
  safety_high: string | null;
  status: Generated<string>;
  sort: Generated<number>;
  version: Generated<number>;
}

export interface SkuUnitTable {
  tenant_id: bigint;
  sku_id: string;
  unit_id: string;
  num: number;
  den: number;
  list_price: string | null;
}

export interface StatementTable {
  tenant_id: bigint;
  id: string;
  no: string | null;
  debtor_id: string;
  debtor_name: string;
  period_start: string;
  period_end: string;
  opening: Generated<bigint>;
  debit: Generated<bigint>;
  credit: Generated<bigint>;
  closing: ColumnType<bigint, never, never>;
  line_count: Generated<number>;
  open_disputes: Generated<number>;
  status: Generated<string>;
  hash: Generated<string>;
  prev_hash: Generated<string>;
  remark: Generated<string>;
  monthly: Generated<boolean>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string, Date | string>;
  sent_by: string | null;
  sender: Generated<string>;
  sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  told_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  confirmed_by: string | null;
  confirmer: Generated<string>;
  confirmed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  confirmed_for: Generated<boolean>;
  confirm_ip: Generated<string>;
  confirm_note: Generated<string>;
  confirm_files: Generated<string[]>;
  withdrawn_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  withdraw_reason: Generated<string>;
  version: Generated<number>;
}

export interface StatementAdjustTable {
  tenant_id: bigint;
  id: string;
  no: string;
  statement_id: string;
  dispute_id: string | null;
  customer_id: string;
  amount: bigint;
  reason: string;
  status: Generated<string>;
  opinion: Generated<string>;
  receivable_id: string | null;
  receivable_no: Generated<string>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string, Date | string>;
  decider: Generated<string>;
  decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  version: Generated<number>;
}

export interface StatementDisputeTable {
  tenant_id: bigint;
  id: string;
  statement_id: string;
  debtor_id: string;
  seq: number | null;
  reason: string;
  note: string;
  claimed: bigint | null;
  status: Generated<string>;
  raiser: string;
  raised_by: string;
  raised_at: ColumnType<Date, Date | string, Date | string>;
  reply: Generated<string>;
  replier: Generated<string>;
  replied_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface StatementLineTable {
  tenant_id: bigint;
  statement_id: string;
  seq: number;
  debtor_id: string;
  entry_id: string;
  live: Generated<boolean>;
  biz_date: string;
  kind: string;
  biz_id: string;
  biz_no: string;
  memo: string;
  debit: bigint;
  credit: bigint;
  balance: bigint;
}

export interface StatementTextTable {
  id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
}

export interface StockBalanceTable {
  tenant_id: bigint;
  warehouse_id: string;
  sku_id: string;
  on_hand: Generated<string>;
  reserved: Generated<string>;
  frozen: Generated<string>;
  in_transit: Generated<string>;
  available: ColumnType<string | null, never, never>;
  avg_cost: Generated<string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  seq: Generated<bigint>;
  by_batch: Generated<boolean>;
}

export interface StockBatchTable {
  tenant_id: bigint;
  id: string;
  sku_id: string;
  batch_no: string;
  expires_on: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface StockBatchBalanceTable {
  tenant_id: bigint;
  warehouse_id: string;
  sku_id: string;
  batch_id: string;
  on_hand: Generated<string>;
  in_transit: Generated<string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface StockBatchLedgerTable {
  tenant_id: bigint;
  id: string;
  warehouse_id: string;
  sku_id: string;
  batch_id: string;
  biz_type: string;
  biz_id: string;
  biz_line_id: string;
  step: string;
  biz_no: string;
  for_line_id: string | null;
  d_on_hand: Generated<string>;
  d_transit: Generated<string>;
  after_on_hand: string;
  actor: string;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface StockCountTable {
  tenant_id: bigint;
  id: string;
  no: string;
  warehouse_id: string;
  scope: string;
  scope_values: Generated<string[]>;
  scope_text: Generated<string>;
  mode: string;
  freezes: Generated<boolean>;
  expire_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  status: Generated<string>;
  remark: Generated<string>;
  skus: Generated<number>;
  counted: Generated<number>;
  gains: Generated<number>;
  losses: Generated<number>;
  cost_diff: Generated<bigint>;
  reason: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  started_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  submitted_by: string | null;
  submitter: Generated<string>;
  submitted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  reviewed_by: string | null;
  reviewer: Generated<string>;
  finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface StockCountBatchTable {
  tenant_id: bigint;
  id: string;
  line_id: string;
  batch_no: string;
  expires_on: string | null;
  counted: string;
  book: string;
}

export interface StockCountLineTable {
  tenant_id: bigint;
  id: string;
  count_id: string;
  sku_id: string;
  sku_code: string;
  counted: string | null;
  book: string | null;
  diff: ColumnType<string | null, never, never>;
  counted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  counter: Generated<string>;
  first_counted: string | null;
  again: Generated<boolean>;
  reason: Generated<string>;
  frozen: Generated<string>;
  cost: string | null;
}

export interface StockCountTextTable {
  id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
}

export interface StockDocTable {
  tenant_id: bigint;
  id: string;
  no: string;
  direction: string;
  kind: string;
  warehouse_id: string;
  counterparty: Generated<string>;
  source_no: Generated<string>;
  biz_date: string;
  status: Generated<string>;
  remark: Generated<string>;
  total_qty: Generated<string>;
  total_cost: Generated<bigint>;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  audited_by: string | null;
  auditor: Generated<string>;
  audited_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  reverse_reason: Generated<string>;
  reversed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  source_id: string | null;
}

export interface StockDocLineTable {
  tenant_id: bigint;
  id: string;
  doc_id: string;
  line_no: number;
  sku_id: string;
  unit_id: string;
  qty: string;
  base_qty: string;
  price: string | null;
  batch_no: Generated<string>;
  remark: Generated<string>;
  source_line_id: string | null;
  expires_on: string | null;
}

export interface StockDocTextTable {
  id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
  source_no: ColumnType<string | null, never, never>;
}

export interface StockLedgerTable {
  tenant_id: bigint;
  id: string;
  warehouse_id: string;
  sku_id: string;
  biz_type: string;
  biz_id: string;
  biz_line_id: string;
  step: string;
  biz_no: string;
  d_on_hand: Generated<string>;
  d_reserved: Generated<string>;
  d_frozen: Generated<string>;
  d_transit: Generated<string>;
  after_on_hand: string;
  after_reserved: string;
  after_frozen: string;
  after_transit: string;
  cost: string | null;
  actor: string;
  at: ColumnType<Date, Date | string | undefined, Date | string>;
  seq: bigint;
  direction: ColumnType<string, never, never>;
  after_cost: string | null;
  d_value: string | null;
}

export interface StockTransferTable {
  tenant_id: bigint;
  id: string;
  no: string;
  from_id: string;
  to_id: string;
  from_name: string;
  to_name: string;
  biz_date: string;
  status: Generated<string>;
  remark: Generated<string>;
  total_cost: Generated<bigint>;
  receipts: Generated<number>;
  loss_doc_id: string | null;
  loss_doc_no: Generated<string>;
  loss_reason: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  audited_by: string | null;
  auditor: Generated<string>;
  audited_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  finished_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface StockTransferLineTable {
  tenant_id: bigint;
  id: string;
  transfer_id: string;
  line_no: number;
  sku_id: string;
  unit_id: string;
  qty: string;
  base_qty: string;
  in_qty: Generated<string>;
  loss_qty: Generated<string>;
  cost: string | null;
  batch_no: Generated<string>;
  remark: Generated<string>;
}

export interface StockTransferTextTable {
  id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
}

export interface StockValueDayTable {
  tenant_id: bigint;
  id: Generated<string>;
  day: string;
  warehouse_id: string;
  opening: string;
  came: string;
  went: string;
  closing: string;
}

export interface StoredFileTable {
  tenant_id: bigint;
  id: string;
  key: string;
  name: string;
  mime: string;
  size: bigint;
  sha256: string;
  owner_user: string | null;
  biz: string;
  public_in_tenant: Generated<boolean>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  customer_id: string | null;
}

export interface SubscriptionTable {
  tenant_id: bigint;
  account_id: string;
  choices: Generated<JsonValue>;
  quiet_from: Generated<string>;
  quiet_to: Generated<string>;
  urgent_through: Generated<boolean>;
  mail_digest: Generated<boolean>;
  digest_at: Generated<string>;
  version: Generated<number>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface TenantTable {
  id: bigint;
  code: string;
  name: string;
  short_name: string;
  uscc: string | null;
  apps: Generated<string[]>;
  status: Generated<string>;
  trusteeship: Generated<boolean>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  province: Generated<string>;
  city: Generated<string>;
  district: Generated<string>;
  address: Generated<string>;
  operator: Generated<boolean>;
  expires_on: string | null;
  member_quota: Generated<number>;
  storage_quota_mb: Generated<number>;
  parent_id: bigint | null;
}

export interface TenantSettingTable {
  tenant_id: bigint;
  key: string;
  value: JsonValue;
  version: Generated<number>;
  updated_by: string | null;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface TraceTable {
  tenant_id: bigint;
  id: string;
  package_id: string;
  customer_id: string;
  at: ColumnType<Date, Date | string, Date | string>;
  node: Generated<string>;
  text: string;
  actor: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface UnitTable {
  tenant_id: bigint;
  id: string;
  name: string;
  decimals: Generated<number>;
}

export interface UrgeCaseTable {
  tenant_id: bigint;
  id: string;
  no: string;
  customer_id: string;
  status: Generated<string>;
  source: Generated<string>;
  owner_id: string | null;
  sales_member_id: string | null;
  strategy_id: string | null;
  version_id: string | null;
  locked: Generated<boolean>;
  paused: Generated<boolean>;
  cycle_no: Generated<number>;
  carrying_id: string | null;
  anchor: string | null;
  step_no: Generated<number>;
  repeat_no: Generated<number>;
  last_step_on: string | null;
  last_contact_on: string | null;
  promised_until: string | null;
  next_step: number | null;
  next_on: string | null;
  check_on: string | null;
  follow_on: string | null;
  open_amount: Generated<bigint>;
  overdue_amount: Generated<bigint>;
  disputed_amount: Generated<bigint>;
  promised_amount: Generated<bigint>;
  items: Generated<number>;
  oldest_on: string | null;
  broken: Generated<number>;
  reason: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  base_points: ColumnType<number, never, never>;
}

export interface UrgeCaseItemTable {
  tenant_id: bigint;
  id: Generated<string>;
  case_id: string;
  item_id: string;
  customer_id: string;
  no: string;
  due_on: string;
  amount: bigint;
  entered_on: string;
  left_on: string | null;
}

export interface UrgeCaseTextTable {
  id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
}

export interface UrgeLetterTable {
  tenant_id: bigint;
  id: string;
  no: string;
  case_id: string;
  customer_id: string;
  kind: string;
  title: string;
  body: string;
  items: Generated<JsonValue>;
  outstanding: bigint;
  file_key: string | null;
  creator: Generated<string>;
  created_by: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  template_id: string | null;
  template_ver: number | null;
  shown_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface UrgePromiseTable {
  tenant_id: bigint;
  id: string;
  case_id: string;
  customer_id: string;
  amount: bigint;
  due_on: string;
  until_on: string;
  paid_before: Generated<bigint>;
  received: Generated<bigint>;
  status: Generated<string>;
  contact: Generated<string>;
  remark: Generated<string>;
  creator: Generated<string>;
  created_by: string | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  told_on: string | null;
}

export interface UrgeRecordTable {
  tenant_id: bigint;
  id: string;
  case_id: string;
  customer_id: string;
  kind: string;
  channel: Generated<string>;
  contact: Generated<string>;
  result: Generated<string>;
  content: Generated<string>;
  next_follow_on: string | null;
  ref_id: string | null;
  actor_id: string | null;
  actor: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  template_name: Generated<string>;
  note: Generated<string>;
  open_amount: bigint | null;
  overdue_amount: bigint | null;
  overdue_days: number | null;
  items: number | null;
}

export interface UrgeReplayTable {
  tenant_id: bigint;
  id: string;
  strategy_id: string;
  version_id: string;
  start_on: string;
  end_on: string;
  status: Generated<string>;
  customers: Generated<number>;
  done: Generated<number>;
  result: Generated<JsonValue>;
  actor: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface UrgeSendTable {
  tenant_id: bigint;
  id: string;
  case_id: string;
  customer_id: string;
  strategy_id: string;
  version_id: string;
  cycle_no: number;
  step_no: number;
  repeat_no: Generated<number>;
  channel: string;
  status: string;
  sent_on: string;
  outstanding: bigint;
  title: Generated<string>;
  body: Generated<string>;
  assignee_id: string | null;
  letter_id: string | null;
  problem: Generated<string>;
  actor: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  done_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  escalate_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  escalated_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface UrgeStageReturnTable {
  tenant_id: bigint;
  id: string;
  no: string;
  case_id: string;
  customer_id: string;
  stage: string;
  receipt_id: string | null;
  receipt_no: Generated<string>;
  amount: bigint;
  member_id: string;
  member_name: Generated<string>;
  ratio: number;
  received_on: string;
  remark: Generated<string>;
  status: Generated<string>;
  opinion: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  decider: Generated<string>;
  decided_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface UrgeStrategyTable {
  tenant_id: bigint;
  id: string;
  name: string;
  status: Generated<string>;
  priority: Generated<number>;
  version_id: string | null;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface UrgeTemplateTable {
  tenant_id: bigint;
  id: string;
  kind: string;
  name: string;
  body: string;
  version: Generated<number>;
  updated_by: Generated<string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  enabled: Generated<boolean>;
}

export interface UrgeTemplateVersionTable {
  tenant_id: bigint;
  id: Generated<string>;
  template_id: string;
  ver: number;
  name: string;
  body: string;
  actor: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface UrgeToldTable {
  tenant_id: ColumnType<bigint | null, never, never>;
  id: ColumnType<string | null, never, never>;
  customer_id: ColumnType<string | null, never, never>;
  case_id: ColumnType<string | null, never, never>;
  open: ColumnType<bigint | null, never, never>;
  overdue: ColumnType<bigint | null, never, never>;
  overdue_days: ColumnType<number | null, never, never>;
  receivables: ColumnType<number | null, never, never>;
  template_name: ColumnType<string | null, never, never>;
  way: ColumnType<string | null, never, never>;
  note: ColumnType<string | null, never, never>;
  body: ColumnType<string | null, never, never>;
  actor: ColumnType<string | null, never, never>;
  created_at: ColumnType<Date | null, never, never>;
}

export interface UrgeVersionTable {
  tenant_id: bigint;
  id: string;
  strategy_id: string;
  ver: number;
  status: Generated<string>;
  spec: JsonValue;
  notes: Generated<string>;
  actor: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  published_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface WarehouseTable {
  tenant_id: bigint;
  id: string;
  code: string;
  name: string;
  kind: Generated<string>;
  province: Generated<string>;
  city: Generated<string>;
  district: Generated<string>;
  address: Generated<string>;
  manager: Generated<string>;
  is_default: Generated<boolean>;
  status: Generated<string>;
  version: Generated<number>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface WebhookDeliveryTable {
  tenant_id: bigint;
  id: string;
  endpoint_id: string;
  event_id: string;
  kind: string;
  body: string;
  state: Generated<string>;
  attempts: Generated<number>;
  due_at: ColumnType<Date, Date | string, Date | string>;
  status_code: number | null;
  ms: number | null;
  last_error: Generated<string>;
  replayed_by: Generated<string>;
  created_at: ColumnType<Date, Date | string, Date | string>;
  sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface WebhookEndpointTable {
  tenant_id: bigint;
  id: string;
  app_id: string;
  url: string;
  events: string[];
  secret: string;
  status: Generated<string>;
  failing_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  failures: Generated<number>;
  last_error: Generated<string>;
  version: Generated<number>;
  created_by: string;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_by: string;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface WfActionLogTable {
  tenant_id: bigint;
  id: string;
  instance_id: string;
  run_id: string | null;
  task_id: string | null;
  node_name: Generated<string>;
  subject_type: string;
  subject_id: string;
  customer_id: string | null;
  round: Generated<number>;
  action: string;
  account_id: string;
  actor: string;
  on_behalf: Generated<string>;
  about: Generated<string>;
  opinion: Generated<string>;
  files: Generated<JsonValue>;
  signature: Generated<string>;
  at: ColumnType<Date, Date | string, Date | string>;
}

export interface WfDelegationTable {
  tenant_id: bigint;
  id: string;
  member_id: string;
  agent_id: string;
  keys: Generated<string[]>;
  from_at: ColumnType<Date, Date | string, Date | string>;
  to_at: ColumnType<Date, Date | string, Date | string>;
  reason: Generated<string>;
  created_at: ColumnType<Date, Date | string, Date | string>;
  created_by: Generated<string>;
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface WfGroupTable {
  tenant_id: bigint;
  id: string;
  name: string;
  member_ids: Generated<string[]>;
  version: Generated<number>;
  created_at: ColumnType<Date, Date | string, Date | string>;
  updated_at: ColumnType<Date, Date | string, Date | string>;
}

export interface WfInstanceTable {
  tenant_id: bigint;
  id: string;
  process_id: string;
  version_id: string;
  key: string;
  subject_type: string;
  subject_id: string;
  subject_no: Generated<string>;
  subject_name: Generated<string>;
  title: string;
  summary: Generated<JsonValue>;
  customer_id: string | null;
  warehouse_id: string | null;
  vars: Generated<JsonValue>;
  starter_id: string;
  starter_member_id: string | null;
  starter: string;
  status: Generated<string>;
  state: Generated<JsonValue>;
  round: Generated<number>;
  node_seq: Generated<number>;
  at_node: Generated<string>;
  started_at: ColumnType<Date, Date | string, Date | string>;
  updated_at: ColumnType<Date, Date | string, Date | string>;
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface WfInstanceTextTable {
  id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
}

export interface WfNodeRunTable {
  tenant_id: bigint;
  id: string;
  instance_id: string;
  node_id: string;
  node_name: string;
  kind: string;
  seq: number;
  round: Generated<number>;
  mode: Generated<string>;
  need: Generated<number>;
  status: Generated<string>;
  reason: Generated<string>;
  opened_at: ColumnType<Date, Date | string, Date | string>;
  closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface WfProcessTable {
  tenant_id: bigint;
  id: string;
  key: string;
  name: string;
  status: Generated<string>;
  version_id: string | null;
  version: Generated<number>;
  created_at: ColumnType<Date, Date | string, Date | string>;
  updated_at: ColumnType<Date, Date | string, Date | string>;
  updated_by: Generated<string>;
}

export interface WfTaskTable {
  tenant_id: bigint;
  id: string;
  instance_id: string;
  run_id: string;
  key: string;
  subject_type: string;
  subject_id: string;
  customer_id: string | null;
  warehouse_id: string | null;
  node_id: string;
  node_name: string;
  kind: Generated<string>;
  parent_id: string | null;
  assignee_id: string | null;
  pool: Generated<string>;
  holder: ColumnType<string, never, never>;
  origin_id: string | null;
  barred: Generated<string[]>;
  turn: Generated<number>;
  giver_id: string | null;
  giver: Generated<string>;
  words: Generated<string>;
  why: Generated<string>;
  status: Generated<string>;
  created_at: ColumnType<Date, Date | string, Date | string>;
  due_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  acted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  acted_by: string | null;
  actor: Generated<string>;
  opinion: Generated<string>;
  files: Generated<JsonValue>;
  signature: Generated<string>;
  auto_reason: Generated<string>;
  urged_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  urged: Generated<number>;
  ended: string | null;
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  starter: Generated<string>;
  amount: bigint | null;
  instance_status: Generated<string>;
}

export interface WfTimerTable {
  tenant_id: bigint;
  id: string;
  instance_id: string;
  task_id: string;
  fire_at: ColumnType<Date, Date | string, Date | string>;
  action: string;
  fired_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  attempts: Generated<number>;
  error: Generated<string>;
}

export interface WfVersionTable {
  tenant_id: bigint;
  id: string;
  process_id: string;
  ver: number;
  tree: JsonValue;
  checksum: Generated<string>;
  simple: Generated<boolean>;
  status: Generated<string>;
  notes: Generated<string>;
  version: Generated<number>;
  created_at: ColumnType<Date, Date | string, Date | string>;
  updated_at: ColumnType<Date, Date | string, Date | string>;
  updated_by: Generated<string>;
  published_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  published_by: Generated<string>;
}

export interface WithdrawalTable {
  tenant_id: bigint;
  id: string;
  no: string;
  customer_id: string;
  account_id: string;
  amount: bigint;
  source: string;
  payee: string;
  bank: string;
  bank_account: string;
  remark: Generated<string>;
  status: Generated<string>;
  reason: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  creator: Generated<string>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  approved_by: string | null;
  approver: Generated<string>;
  approved_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  pay_way: Generated<string>;
  bank_flow_no: Generated<string>;
  paid_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  payer: Generated<string>;
}

export interface WithdrawalTextTable {
  id: ColumnType<string | null, never, never>;
  no: ColumnType<string | null, never, never>;
}

export interface DB {
  account: AccountTable;
  account_binding: AccountBindingTable;
  account_ticket: AccountTicketTable;
  account_totp: AccountTotpTable;
  activity: ActivityTable;
  activity_item: ActivityItemTable;
  activity_text: ActivityTextTable;
  api_log: ApiLogTable;
  approval_log: ApprovalLogTable;
  ar_adjust: ArAdjustTable;
  ar_adjust_text: ArAdjustTextTable;
  ar_config: ArConfigTable;
  ar_dispute: ArDisputeTable;
  ar_notice: ArNoticeTable;
  ar_plan: ArPlanTable;
  ar_plan_item: ArPlanItemTable;
  ar_plan_text: ArPlanTextTable;
  attachment: AttachmentTable;
  attribute: AttributeTable;
  attribute_value: AttributeValueTable;
  audit_log: AuditLogTable;
  audit_log_text: AuditLogTextTable;
  bank_line: BankLineTable;
  bank_line_text: BankLineTextTable;
  billing: BillingTable;
  billing_line: BillingLineTable;
  billing_request: BillingRequestTable;
  billing_text: BillingTextTable;
  category: CategoryTable;
  chore: ChoreTable;
  chore_run: ChoreRunTable;
  credit_account: CreditAccountTable;
  credit_account_text: CreditAccountTextTable;
  credit_apply: CreditApplyTable;
  credit_apply_text: CreditApplyTextTable;
  credit_entry: CreditEntryTable;
  credit_freeze: CreditFreezeTable;
  credit_group: CreditGroupTable;
  credit_hold: CreditHoldTable;
  credit_journal: CreditJournalTable;
  credit_journal_text: CreditJournalTextTable;
  credit_line: CreditLineTable;
  credit_material: CreditMaterialTable;
  credit_notice: CreditNoticeTable;
  credit_order: CreditOrderTable;
  credit_order_text: CreditOrderTextTable;
  credit_release: CreditReleaseTable;
  credit_risk_action: CreditRiskActionTable;
  credit_risk_rule: CreditRiskRuleTable;
  credit_rule: CreditRuleTable;
  credit_rule_hit: CreditRuleHitTable;
  credit_rule_version: CreditRuleVersionTable;
  credit_special: CreditSpecialTable;
  credit_trace: CreditTraceTable;
  credit_type: CreditTypeTable;
  credit_use: CreditUseTable;
  ct_contract: CtContractTable;
  ct_contract_text: CtContractTextTable;
  ct_event: CtEventTable;
  ct_identity: CtIdentityTable;
  ct_revision: CtRevisionTable;
  ct_seal: CtSealTable;
  ct_seal_auth: CtSealAuthTable;
  ct_signer: CtSignerTable;
  ct_template: CtTemplateTable;
  ct_template_version: CtTemplateVersionTable;
  customer: CustomerTable;
  customer_address: CustomerAddressTable;
  customer_contact: CustomerContactTable;
  customer_helper: CustomerHelperTable;
  customer_invite: CustomerInviteTable;
  customer_invoice_title: CustomerInvoiceTitleTable;
  customer_member: CustomerMemberTable;
  customer_merge: CustomerMergeTable;
  customer_merge_part: CustomerMergePartTable;
  customer_owing: CustomerOwingTable;
  customer_price: CustomerPriceTable;
  customer_price_change: CustomerPriceChangeTable;
  customer_price_change_line: CustomerPriceChangeLineTable;
  customer_price_history: CustomerPriceHistoryTable;
  data_key_check: DataKeyCheckTable;
  delivery: DeliveryTable;
  delivery_event: DeliveryEventTable;
  delivery_line: DeliveryLineTable;
  delivery_pick: DeliveryPickTable;
  delivery_text: DeliveryTextTable;
  department: DepartmentTable;
  device: DeviceTable;
  dict_item: DictItemTable;
  dict_platform_item: DictPlatformItemTable;
  dingtalk_config: DingtalkConfigTable;
  dingtalk_link: DingtalkLinkTable;
  dingtalk_row: DingtalkRowTable;
  dingtalk_run: DingtalkRunTable;
  doc_counter: DocCounterTable;
  dunning_log: DunningLogTable;
  dunning_template: DunningTemplateTable;
  enter_account: EnterAccountTable;
  enter_account_text: EnterAccountTextTable;
  expense_entry: ExpenseEntryTable;
  expense_entry_text: ExpenseEntryTextTable;
  expense_lot: ExpenseLotTable;
  expense_take: ExpenseTakeTable;
  expense_use: ExpenseUseTable;
  export_job: ExportJobTable;
  favourite_sku: FavouriteSkuTable;
  file_storage: FileStorageTable;
  fund_account: FundAccountTable;
  fund_hold: FundHoldTable;
  fund_hold_text: FundHoldTextTable;
  group_robot: GroupRobotTable;
  help_vote: HelpVoteTable;
  hold_event: HoldEventTable;
  idempotency: IdempotencyTable;
  import_job: ImportJobTable;
  invoice: InvoiceTable;
  ledger_day: LedgerDayTable;
  ledger_entry: LedgerEntryTable;
  ledger_month: LedgerMonthTable;
  ledger_txn: LedgerTxnTable;
  login_attempt: LoginAttemptTable;
  member: MemberTable;
  member_department: MemberDepartmentTable;
  member_role: MemberRoleTable;
  member_security_event: MemberSecurityEventTable;
  message: MessageTable;
  message_counter: MessageCounterTable;
  message_template: MessageTemplateTable;
  message_text: MessageTextTable;
  money_in: MoneyInTable;
  open_app: OpenAppTable;
  open_item: OpenItemTable;
  open_nonce: OpenNonceTable;
  open_token: OpenTokenTable;
  open_usage: OpenUsageTable;
  order_event: OrderEventTable;
  order_line: OrderLineTable;
  order_refund: OrderRefundTable;
  order_refund_part: OrderRefundPartTable;
  order_version: OrderVersionTable;
  outbox: OutboxTable;
  outgoing: OutgoingTable;
  outgoing_text: OutgoingTextTable;
  owing: OwingTable;
  package: PackageTable;
  package_line: PackageLineTable;
  passkey: PasskeyTable;
  price_limit: PriceLimitTable;
  price_strategy: PriceStrategyTable;
  price_strategy_change: PriceStrategyChangeTable;
  price_strategy_customer: PriceStrategyCustomerTable;
  price_strategy_version: PriceStrategyVersionTable;
  price_use: PriceUseTable;
  print_log: PrintLogTable;
  product: ProductTable;
  product_visibility: ProductVisibilityTable;
  project: ProjectTable;
  project_contact: ProjectContactTable;
  project_price: ProjectPriceTable;
  project_price_line: ProjectPriceLineTable;
  project_price_text: ProjectPriceTextTable;
  project_price_version: ProjectPriceVersionTable;
  proof_code: ProofCodeTable;
  proof_row: ProofRowTable;
  proof_run: ProofRunTable;
  real_name: RealNameTable;
  receipt: ReceiptTable;
  receipt_apply: ReceiptApplyTable;
  receipt_text: ReceiptTextTable;
  receivable: ReceivableTable;
  receivable_text: ReceivableTextTable;
  recovery_code: RecoveryCodeTable;
  repay_alloc: RepayAllocTable;
  repay_change: RepayChangeTable;
  repay_feed: RepayFeedTable;
  repay_item: RepayItemTable;
  repay_item_text: RepayItemTextTable;
  repay_notice: RepayNoticeTable;
  repay_payment: RepayPaymentTable;
  repay_payment_text: RepayPaymentTextTable;
  repay_revision: RepayRevisionTable;
  reservation: ReservationTable;
  return_event: ReturnEventTable;
  return_line: ReturnLineTable;
  return_order: ReturnOrderTable;
  return_order_text: ReturnOrderTextTable;
  role: RoleTable;
  sales_area: SalesAreaTable;
  sales_order: SalesOrderTable;
  sales_order_text: SalesOrderTextTable;
  schema_migration: SchemaMigrationTable;
  security_event: SecurityEventTable;
  session: SessionTable;
  sku: SkuTable;
  sku_unit: SkuUnitTable;
  statement: StatementTable;
  statement_adjust: StatementAdjustTable;
  statement_dispute: StatementDisputeTable;
  statement_line: StatementLineTable;
  statement_text: StatementTextTable;
  stock_balance: StockBalanceTable;
  stock_batch: StockBatchTable;
  stock_batch_balance: StockBatchBalanceTable;
  stock_batch_ledger: StockBatchLedgerTable;
  stock_count: StockCountTable;
  stock_count_batch: StockCountBatchTable;
  stock_count_line: StockCountLineTable;
  stock_count_text: StockCountTextTable;
  stock_doc: StockDocTable;
  stock_doc_line: StockDocLineTable;
  stock_doc_text: StockDocTextTable;
  stock_ledger: StockLedgerTable;
  stock_transfer: StockTransferTable;
  stock_transfer_line: StockTransferLineTable;
  stock_transfer_text: StockTransferTextTable;
  stock_value_day: StockValueDayTable;
  stored_file: StoredFileTable;
  subscription: SubscriptionTable;
  tenant: TenantTable;
  tenant_setting: TenantSettingTable;
  trace: TraceTable;
  unit: UnitTable;
  urge_case: UrgeCaseTable;
  urge_case_item: UrgeCaseItemTable;
  urge_case_text: UrgeCaseTextTable;
  urge_letter: UrgeLetterTable;
  urge_promise: UrgePromiseTable;
  urge_record: UrgeRecordTable;
  urge_replay: UrgeReplayTable;
  urge_send: UrgeSendTable;
  urge_stage_return: UrgeStageReturnTable;
  urge_strategy: UrgeStrategyTable;
  urge_template: UrgeTemplateTable;
  urge_template_version: UrgeTemplateVersionTable;
  urge_told: UrgeToldTable;
  urge_version: UrgeVersionTable;
  warehouse: WarehouseTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_endpoint: WebhookEndpointTable;
  wf_action_log: WfActionLogTable;
  wf_delegation: WfDelegationTable;
  wf_group: WfGroupTable;
  wf_instance: WfInstanceTable;
  wf_instance_text: WfInstanceTextTable;
  wf_node_run: WfNodeRunTable;
  wf_process: WfProcessTable;
  wf_task: WfTaskTable;
  wf_timer: WfTimerTable;
  wf_version: WfVersionTable;
  withdrawal: WithdrawalTable;
  withdrawal_text: WithdrawalTextTable;
}
