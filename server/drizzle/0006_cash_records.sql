-- Records of what people did with cash are never changed, as the ledger is not.
CREATE TRIGGER cash_records_fixed BEFORE UPDATE OR DELETE ON cash_records
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
