import Logging
public import Weather

// What has been told of occasions, which a restart must not tell again.
extension Store {
    /// What the last runs have told. What cannot be read is set aside and told in the log, and counts as nothing.
    public func told(at now: UnixTime) async -> ToldOccasions {
        await onDisk { [self] in
            do throws(KeepingError) {
                return try Self.load(told, now: now, logger: logger)?.content ?? ToldOccasions()
            } catch {
                logger.error("\(error.sentence); what was told before may be told again")
                return ToldOccasions()
            }
        }
    }

    /// Notes what has been told.
    ///
    /// - Returns: whether it is on disk now; where it cannot be written, the log says so.
    public func keep(_ occasions: ToldOccasions) async -> Bool {
        await onDisk { [self] in
            do throws(KeepingError) {
                try told.write(occasions)
                return true
            } catch {
                logger.error("\(error.sentence); what was told may be told again after a restart")
                return false
            }
        }
    }
}
