extension NetworkSettings: Message {
    public func write(to writer: inout MessageWriter) {
        writer.value(proxies.secure)
        writer.value(proxies.plain)
        writer.texts(proxies.exceptions.words)
        writer.optional(authorities) { $0.byteString($1.pem) }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init()
        proxies = ProxyPolicy(
            secure: try reader.value(), plain: try reader.value(),
            except: ProxyExceptions(
                try reader.texts(
                    upTo: ProxyExceptions.mostWords, ofUpTo: ProxyExceptions.longestWord, as: "a no-proxy host")))
        authorities = try reader.optional { reader throws(Malformed) in
            guard let authorities = Authorities(pem: try reader.byteString(upTo: 4 << 20)) else {
                throw Malformed("invalid certificates")
            }
            return authorities
        }
    }
}

extension ProxyPolicy.Rule: Message {
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .direct: writer.byte(0)
        case .proxy(let proxy):
            writer.byte(1)
            writer.text(proxy.address)
        case .unusable(let problem):
            writer.byte(2)
            writer.text(problem.variable)
            writer.text(problem.sentence)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        switch try reader.byte() {
        case 0: self = .direct
        case 1:
            let address = try reader.text(upTo: Proxy.longestAddress)
            do throws(Proxy.Problem) {
                self = .proxy(try Proxy(address))
            } catch {
                throw Malformed("an invalid proxy")
            }
        case 2:
            self = .unusable(
                ProxyPolicy.Problem(variable: try reader.text(upTo: 100), sentence: try reader.text(upTo: 1000)))
        default: throw Malformed("no rule")
        }
    }
}
