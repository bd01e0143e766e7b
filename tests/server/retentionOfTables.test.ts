import { beforeAll, describe, expect, it } from 'vitest';
import '~/domains/all.server';
import { allKept } from '~/server/retention.server';
import { testDatabase } from '../support/database';

beforeAll(testDatabase);

/**
 * What becomes of the rows of every table that is not kept for days (decision 460). A new table stands here, or its rows are given their
 * days with `keep`; rows that go with others by their foreign key need neither.
 */
const forEver: Record<string, string> = {
  'documents, their lines and what they hold': `
    activity activity_item ar_adjust ar_dispute ar_plan ar_plan_item bank_line billing billing_line billing_request credit_apply credit_order credit_special
    ct_contract ct_signer customer_merge customer_merge_part customer_price_change customer_price_change_line delivery delivery_line delivery_pick enter_account
    expense_entry invoice order_line order_refund order_refund_part package package_line price_strategy_change project_price project_price_line real_name receipt
    receivable repay_change repay_item repay_payment return_line return_order sales_order statement statement_adjust statement_dispute statement_line stock_count
    stock_count_batch stock_count_line stock_doc stock_doc_line stock_transfer stock_transfer_line urge_case urge_case_item urge_promise urge_stage_return
    wf_instance wf_node_run wf_task wf_timer withdrawal`,
  'ledgers and what moved in them': `
    credit_entry credit_freeze credit_hold credit_journal credit_line credit_use expense_lot expense_take expense_use fund_hold hold_event ledger_day ledger_entry
    ledger_month ledger_txn price_use receipt_apply repay_alloc reservation stock_batch_ledger stock_ledger stock_value_day`,
  'what becomes part of a document: events, versions, prints, attachments, letters, signatures': `
    approval_log attachment ct_event ct_revision delivery_event order_event order_version print_log repay_revision return_event stored_file trace urge_letter
    urge_record urge_send wf_action_log`,
  'the operation log, and what a decision was founded on': `
    audit_log credit_release credit_risk_action credit_rule_hit credit_rule_version credit_trace ct_template_version customer_price_history price_strategy_version
    project_price_version urge_template_version urge_version wf_version`,
  'notes of what a customer was reminded of: few of each debt, and part of its story': 'dunning_log',
  'master data': `
    account account_binding attribute attribute_value category credit_account credit_group credit_material credit_risk_rule credit_rule credit_type ct_identity
    ct_seal ct_seal_auth ct_template customer customer_address customer_contact customer_helper customer_invite customer_invoice_title customer_member
    customer_price department dict_item dict_platform_item dunning_template favourite_sku fund_account group_robot member member_department member_role open_app
    passkey price_limit price_strategy price_strategy_customer product product_visibility project project_contact recovery_code repay_feed role sales_area sku
    sku_unit stock_batch tenant unit urge_strategy urge_template warehouse webhook_endpoint wf_delegation wf_group wf_process`,
};
/** One row of each thing it tells of: it grows with those, not with use. */
const state = `
  account_totp ar_config chore customer_owing data_key_check dingtalk_config dingtalk_link doc_counter file_storage help_vote message_counter message_template
  schema_migration stock_balance stock_batch_balance subscription tenant_setting`;

const words = (text: string) => text.split(/\s+/).filter(Boolean);

/** Those kept for days, and those whose rows go with theirs. */
async function keptForDays(all: readonly string[]): Promise<string[]> {
  const { pool } = await testDatabase();
  const { rows } = await pool.query<{ child: string; parent: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
      where contype = 'f' and confdeltype = 'c' and conrelid <> confrelid and connamespace = 'public'::regnamespace`,
  );
  const kept = allKept()
    .map(({ key }) => key)
    .filter((key) => all.includes(key));
  return [...kept, ...rows.filter(({ parent }) => kept.includes(parent)).map(({ child }) => child)];
}

describe('every table', () => {
  it('is kept for days, for ever, or as state, and only one of them', async () => {
    const { pool } = await testDatabase();
    const { rows } = await pool.query<{ name: string }>(
      "select table_name::text as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    const all = rows.map(({ name }) => name);
    const sorted = [...(await keptForDays(all)), ...Object.values(forEver).flatMap(words), ...words(state)];
    expect({
      undecided: all.filter((name) => !sorted.includes(name)),
      decidedTwice: sorted.filter((name, at) => sorted.indexOf(name) !== at),
      gone: sorted.filter((name) => !all.includes(name)),
    }).toEqual({ undecided: [], decidedTwice: [], gone: [] });
  });
});
