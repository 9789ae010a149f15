public import Weather

/// The numbers of the invented weather, by their keys in weatherd's JSON.
public enum TruthTable {
    public static func ofConditions(_ conditions: Conditions) -> [String: Double?] {
        values(of: conditions, Conditions.quantities)
    }

    public static func ofHour(_ hour: Hour) -> [String: Double?] {
        values(of: hour, Hour.quantities)
    }

    public static func ofDay(_ day: Day) -> [String: Double?] {
        values(of: day, Day.quantities)
    }

    private static func values<Owner>(of owner: Owner, _ quantities: [Quantity<Owner>]) -> [String: Double?] {
        Dictionary(uniqueKeysWithValues: quantities.map { ($0.key, $0.get(owner)) })
    }
}
